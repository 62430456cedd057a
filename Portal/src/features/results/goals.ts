// The goals of an experiment, and the comparison of its variants.

import type { Difference, ExperimentResults, GoalResults } from "./types";

/** The number of users that each variant needs before the server compares them. */
export const MIN_USERS = 100;

export function goalKey({ flow, step, port, outcome, event, failed }: GoalResults): string {
  return JSON.stringify([flow, step, port, outcome, event, failed]);
}

function rank({ port, outcome, event, failed }: GoalResults): number {
  if (event !== undefined) return 0;
  if (outcome !== undefined) return 1;
  if (failed) return 4;
  return port === undefined ? 2 : 3;
}

/** The goals as a list to choose from: the app's events, outcomes, steps, ports, failures. */
export function sortGoals(goals: GoalResults[]): GoalResults[] {
  return [...goals].sort((a, b) => rank(a) - rank(b));
}

/**
 * The goal that is shown first: the most frequent outcome, otherwise the most frequent goal that
 * users of every variant have reached, otherwise the first of the list.
 */
export function firstGoal({ goals }: ExperimentResults): GoalResults | undefined {
  const sorted = sortGoals(goals);
  const mostFrequent = (list: GoalResults[]) => list.reduce<GoalResults | undefined>(
    (best, goal) => (best && usersOf(best) >= usersOf(goal) ? best : goal), undefined);
  const shared = sorted.filter((goal) => goal.variants.every(({ users }) => users > 0));
  return mostFrequent(sorted.filter((goal) => goal.outcome !== undefined))
    ?? mostFrequent(shared) ?? sorted[0];
}

const usersOf = (goal: GoalResults) => goal.variants.reduce((sum, { users }) => sum + users, 0);

export type ComparisonResult = "first" | "insufficient" | "higher" | "lower" | "inconclusive";

/** How a variant compares with the first one. */
export function comparisonResult(
  difference: Difference | undefined, isFirst: boolean,
): ComparisonResult {
  if (isFirst) return "first";
  if (!difference) return "insufficient";
  if (difference.low > 0) return "higher";
  return difference.high < 0 ? "lower" : "inconclusive";
}

/** The common scale for drawing intervals: their largest distance from 0, at least 0.01. */
export function scaleOf(goal: GoalResults): number {
  const limits = goal.variants.flatMap(({ difference }) => (
    difference ? [Math.abs(difference.low), Math.abs(difference.high)] : []));
  return Math.max(0.01, ...limits);
}
