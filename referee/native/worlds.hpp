// Imagined positions that are played on. Behind the generated functions.
#pragma once

struct World { const uint64_t* table; const int64_t *known, *known_end; int64_t turns, dealing; };

static void play_world(const World& world, int64_t cap) {
  load_table(world.table, world.turns);
  known = world.known;
  known_end = world.known_end;
  count_anew();
  if (world.dealing) {
    S.s_dealing = true;
    deal_();
    S.s_dealing = false;
  } else {
    step_();
    S.s_turns++;
  }
  known = known_end;
  while (!S.ended && S.s_turns < cap) {
    leave_large_room();
    count_anew();
    step_();
    S.s_turns++;
  }
}
