"""Trains a policy that beats `greedy` in Escalation with two players: `python train.py FOLDER [ROUNDS [MATCHES]]`.

It imitates `greedy` in 2,500 MATCHES, then learns by PPO in 80 ROUNDS: referee[gymnasium], sb3-contrib, onnx."""

import sys
from pathlib import Path

import numpy as np
import onnx  # noqa: F401 - to write the policy, at the end of a long run
import torch
from gymnasium.wrappers import TransformObservation, TransformReward
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import SubprocVecEnv, VecMonitor

from referee.env.gymnasium import env as game
from referee.env.seats import seats_of


def worth(payoff):
    return float(np.sign(payoff)) + payoff / 50


def table(seats):
    made = game("escalation", seats)
    made = TransformObservation(made, lambda seen: seen["observation"], made.observation_space["observation"])
    return TransformReward(made, worth)


class Scaled(BaseFeaturesExtractor):
    def __init__(self, space):
        super().__init__(space, space.shape[0])
        self.register_buffer("mean", torch.zeros(space.shape))
        self.register_buffer("scale", torch.ones(space.shape))

    def forward(self, seen):
        return ((seen - self.mean) * self.scale).clamp(-5, 5)


def said_by_greedy(matches):
    rows, env, observing = [], (made := game("escalation", ["me", "greedy"])).table, made.observing
    for match in range(matches):
        env.reset("imitation", match)
        seats, first = seats_of(env, ["greedy", "greedy"], "", b"imitation"), len(rows)
        while not env.done:
            for word in env.actions.said(env.space, seats[env.seat].answer(env.choice)):
                rows.append([*observing.observe(env.seat).values(), word, env.seat])
                env.act(word)
        rows[first:] = [[*row[:3], worth(env.returns()[row[3]])] for row in rows[first:]]
    return [torch.as_tensor(np.array(column)) for column in zip(*rows, strict=True)]


def imitate(policy, seen, masks, words, paid, rounds=10):
    policy.features_extractor.mean.copy_(seen.mean(0))
    policy.features_extractor.scale.copy_(1 / seen.std(0).clamp(min=0.05))
    adam = torch.optim.Adam(policy.parameters(), 1e-3)
    for part in torch.cat([torch.randperm(len(words)) for _ in range(rounds)]).split(512):
        values, likely, entropy = policy.evaluate_actions(seen[part], words[part], masks[part])
        adam.zero_grad()
        (0.25 * (values.flatten() - paid[part]).square().mean() - likely.mean() - 0.2 * entropy.mean()).backward()
        adam.step()


if __name__ == "__main__":
    folder, rounds, matches = Path(sys.argv[1]), *map(int, (*sys.argv[2:], *(80, 2500)[len(sys.argv) - 2 :]))
    folder.mkdir(parents=True, exist_ok=True)
    tables = SubprocVecEnv([lambda seats=seats: table(seats) for seats in [["me", "greedy"], ["greedy", "me"]] * 8])
    form = {"features_extractor_class": Scaled, "net_arch": [256, 256]}
    more = {"gamma": 1, "ent_coef": 0.003, "target_kl": 0.02, "stats_window_size": 2000, "seed": 1, "device": "cpu"}
    model = MaskablePPO("MlpPolicy", VecMonitor(tables), 3e-4, 1024, 2048, 8, policy_kwargs=form, verbose=1, **more)
    imitate(model.policy, *said_by_greedy(matches))
    with (folder / "curve.csv").open("w") as curve:
        print("steps,matches,won", file=curve)
        for _ in range(rounds):
            won = [match["r"] > 0 for match in model.learn(16 * 1024, reset_num_timesteps=False).ep_info_buffer]
            print(model.num_timesteps, len(won), f"{np.mean(won):.4f}", sep=",", file=curve, flush=True)
    game("escalation", ["me", "greedy"]).observing.vocabulary.save(folder / "vocabulary.json")
    policy, seen = model.policy, torch.zeros(1, model.observation_space.shape[0])
    layers = torch.nn.Sequential(policy.features_extractor, policy.mlp_extractor.policy_net, policy.action_net)
    torch.onnx.export(layers, (seen,), str(folder / "policy.onnx"), input_names=["seen"], dynamo=False)
