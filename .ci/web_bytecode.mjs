// Compiles the Python files of the page to bytecode by the Python that will read them.
//
//     node web_bytecode.mjs FOLDER
import { createRequire } from "node:module";

const [, , folder] = process.argv;
const { loadPyodide } = createRequire(`${folder}/`)("pyodide");
const python = await loadPyodide();
python.mountNodeFS("/folder", folder);
await python.runPython(`
import compileall, py_compile
for place in ("tree/engine", "tree/ai", "tree/console", "site"):
    assert compileall.compile_dir(f"/folder/{place}", quiet=1, prependdir="/game", stripdir=f"/folder/{place.split('/')[0]}",
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
`);
