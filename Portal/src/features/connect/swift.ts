// The Swift code and the commands that an app's developer pastes.

const literal = (value: string) => JSON.stringify(value);

/**
 * The two lines of Package.swift: from the repository that the server specifies, or from a local
 * copy.
 */
export function packageLines(url: string | undefined): string {
  const name = url === undefined ? "flowmagic" : repositoryName(url);
  const source = url === undefined ? `path: "../flowmagic"` : `url: ${literal(url)}, from: "0.1.0"`;
  return `.package(${source}),  // in dependencies
.product(name: "FlowMagic", package: ${literal(name)}),  // in your target's dependencies`;
}

/** Returns Swift Package Manager's name of a repository: the last part of its URL. */
function repositoryName(url: string): string {
  return url.replace(/\/+$/, "").replace(/\.git$/, "").split(/[/:]/).at(-1) ?? "flowmagic";
}

/** The server, application and environment that an app connects to, with its SDK key. */
export interface Connection {
  server: string;
  application: string;
  environment: string;
  key: string;
}

/** The code that connects an app, with all values filled in. */
export function connectionLines({ server, application, environment, key }: Connection): string {
  return `import FlowMagic

// Pass your own flows here to show them until the first release.
let flows = try FlowMagic.start(
  server: ${literal(server)},
  key: ${literal(key)},
  environment: ${literal(environment)}, screens: screens,
  default: FlowDocument(application: ${literal(application)}, flows: []))
// flows.navigator drives your interface.`;
}

/** The lines that print what a build declares. */
export function manifestLines(application: string): string {
  return `let manifest = screens.manifest(
  application: ${literal(application)}, platform: "ios", version: "1.0.0", build: "1")
print(manifest.json.text(.pretty))  // save it as app.manifest.json`;
}

const quoted = (value: string) => (/^[\w@%+=:,./-]+$/.test(value) ? value : `'${value}'`);

/** The commands that sign in, upload a manifest, and connect the sample app. */
export function terminalLines({ server, application, environment, key }: Connection): string {
  return `flowmagic login --server ${quoted(server)}
flowmagic manifest push app.manifest.json --app ${application}

# The sample shop, connected to this application:
SHOP_SERVER=${quoted(server)} SHOP_KEY=${quoted(key)} SHOP_ENVIRONMENT=${environment} scripts/shop`;
}
