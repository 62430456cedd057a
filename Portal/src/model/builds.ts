import type { Build } from "../api";

/** Returns the display name of a build: the platform, the version and the number. */
export function buildName({ platform, version, build }: Build): string {
  return `${platform} ${version} (${build})`;
}
