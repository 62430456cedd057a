import type { EnvironmentSummary, ReleaseSummary } from "../../api";

/**
 * Returns the other environments to which a release can be published; in its own environment, an
 * earlier release is made live again by a rollback.
 */
export function promotionTargets(
  { environment }: Pick<ReleaseSummary, "environment">,
  environments: Pick<EnvironmentSummary, "name">[], canPublish: (environment: string) => boolean,
): string[] {
  return environments.map(({ name }) => name)
    .filter((name) => name !== environment && canPublish(name));
}
