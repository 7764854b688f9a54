"""A validator of JSON Schema, for the keywords that ``tests/data/json_schemas.json`` uses."""

from collections.abc import Iterator
from typing import Any, Final

_TYPES: Final[dict[str, type | tuple[type, ...]]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "integer": int,
    "number": (int, float),
}
_KEYWORDS: Final = {"type", "enum", "anyOf", "items", "properties", "required", "additionalProperties"}


def faults(value: Any, schema: Any, path: str = "$") -> Iterator[str]:
    """Yield the faults of a value against a schema, each with its path. Raises ValueError for an unknown keyword."""
    if schema is False:
        yield f"{path} is not in the schema"
        return
    if unknown := schema.keys() - _KEYWORDS:
        raise ValueError(f"{path}: unknown keywords {unknown}")
    if "anyOf" in schema and all([*faults(value, each, path)] for each in schema["anyOf"]):
        yield f"{path}: {value!r} fits none of the choices"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path}: {value!r} is none of {schema['enum']}"
    types = schema.get("type", [])
    if types and not any(_is_of(value, each) for each in (types if isinstance(types, list) else [types])):
        yield f"{path}: {value!r} is not of type {types}"
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from faults(each, schema.get("items", {}), f"{path}[{number}]")
    elif isinstance(value, dict):
        yield from (f"{path}: {name} is missing" for name in schema.get("required", ()) if name not in value)
        known, other = schema.get("properties", {}), schema.get("additionalProperties", {})
        for name, each in value.items():
            yield from faults(each, known.get(name, other), f"{path}.{name}")


def _is_of(value: Any, name: str) -> bool:
    return isinstance(value, _TYPES[name]) and (name == "boolean" or not isinstance(value, bool))
