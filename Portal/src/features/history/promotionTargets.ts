import type { EnvironmentSummary, ReleaseSummary } from "../../api";

/**
 * Returns the environments to which a release of another one can be published; in its own, an
 * earlier release becomes live again by a rollback.
 */
export function promotionTargets(
  { environment }: Pick<ReleaseSummary, "environment">,
  environments: Pick<EnvironmentSummary, "name">[], canPublish: (environment: string) => boolean,
): string[] {
  return environments.map(({ name }) => name)
    .filter((name) => name !== environment && canPublish(name));
}
