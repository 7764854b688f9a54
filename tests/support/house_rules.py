"""Random house rules, drawn from the table of articles, in the form of both generators."""

import random
from dataclasses import replace

from engine.house_rules import ARTICLES, contradiction, house_rules
from engine.rules import AMERICAN, Rules
from support.naive_generator import Sentences


def random_articles(rng: random.Random) -> Rules:
    """Return a rule set with a random value of every article; it may contradict itself."""
    return replace(AMERICAN, **{article.field: rng.choice(list(article.values.values())) for article in ARTICLES})


def random_house_rules(rng: random.Random) -> tuple[Rules, Sentences]:
    """Return valid random house rules."""
    rules = random_articles(rng)
    while contradiction(rules):
        rules = random_articles(rng)
    rules = house_rules("mixed", rules)
    sentences = Sentences(
        size=rules.size,
        rows_of_men=rules.rows_of_men,
        first="BW"[rules.first],
        light_at_lower_left=not rules.dark_left,
        men_capture_backward=rules.men_capture_back,
        men_take_kings=rules.men_take_kings,
        kings_step_any_distance=rules.kings_fly,
        kings_jump_ranging=rules.kings_range,
        kings_land=rules.landing,
        best=rules.choice,
        king_row_while_jumping=rules.crowning,
        leave_after_the_last_jump=rules.captured_stay,
        triple_kings=rules.triple_kings,
        numbered_from="BW"[rules.numbered_from],
        losing=rules.losing,
        first_king=rules.first_king,
    )
    return rules, sentences
