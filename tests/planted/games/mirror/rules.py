from referee.kernel import (
    NO_PLAYER,
    Card,
    Deck,
    Game,
    OneCard,
    Option,
    Table,
    Values,
    Window,
    WindowKind,
    amounts,
    clause,
    effect,
    everybody,
    nobody,
    owner,
    value,
    zone,
    zones,
)


class What(Option):
    ATTACK = "attack"


REPLACE = Window("instead", WindowKind.REPLACE)


def has_one_mirror(game, t, event, player):
    return t.hand[player].count(game.mirrors) == 1


class MirrorTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    heap = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    lives = amounts(10)
    mover = value(NO_PLAYER)


class Mirror(Game):
    name, title, table_class = "mirror", "Mirror", MirrorTable
    fewest_players, most_players, turn_cap = 2, 4, 100

    def set_up(self):
        blades = {str(number): number for number in range(1, 9)}
        self.deck = Deck([(Card(name), 4) for name in blades] + [(Card("mirror"), 8)])
        self.mirrors = self.deck.of_rank("mirror")
        self.blades = self.deck.all_kinds - self.mirrors
        self.strength = Values.by_rank(self.deck, blades)

    @clause("MI-1")
    def deal(self, t):
        t.mover = yield from t.lot(t.players)
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 6, t.hand[player])

    @clause("MI-2")
    def step(self, t):
        me = t.mover
        yield from t.draw(t.stock, 1, t.hand[me])
        blades = t.hand[me].only(self.blades)
        if t.size(blades) == 0:
            t.move(self.deck.parse(["mirror"]), t.hand[me], t.heap)
        else:
            blade = yield from t.choose(me, "blade", OneCard(self.deck, blades))
            whom = yield from t.choose(me, "whom", t.others(me))
            t.move(blade, t.hand[me], t.heap)
            yield from t.happen(What.ATTACK, me, whom, [self.defend, self.strike], cards=blade)
        self.finish(t)
        t.mover = t.next(me)

    @clause("MI-2")
    def defend(self, t, event):
        yield from t.window(REPLACE, event, [event.at])

    @clause("MI-2")
    def strike(self, t, event):
        self.hurt(t, event.at, t.worth(event.cards, self.strength))

    def hurt(self, t, player, harm):
        t.lives[player] = max(0, t.lives[player] - harm)

    @effect("MI-3", window=REPLACE, can=has_one_mirror)
    def mirror(self, t, event, player):
        t.move(self.deck.parse(["mirror"]), t.hand[player], t.heap)
        if t.hand[player].holds(self.mirrors):
            self.hurt(t, event.actor, t.worth(event.cards, self.strength))
            t.stop(event, "mirrored")
        return False

    @clause("MI-4")
    def finish(self, t):
        if min(t.lives) == 0 or t.stock.is_empty:
            t.win(*t.most({player: t.lives[player] for player in t.players}), reason="over")

    def forfeit(self):
        return self.players
