// The package only names what `scripts/build all` builds.
