import type { Plugin } from "vite";

interface Cut {
  /** The module of a library. */
  file: RegExp;
  /** What is replaced in it, each at least once. */
  replacements: readonly (readonly [RegExp, string])[];
}

const cuts: readonly Cut[] = [
  {
    // The conversion to JSON Schema is a sixth of zod: every schema refers to it, and only the server uses it.
    file: /\/zod\/v4\/classic\/schemas\.js$/,
    replacements: [
      [/^\s*inst\._zod\.processJSONSchema = .*$/gm, ""],
      [/\bcreate(?:Standard|To)JSONSchemaMethod\(this, (?:"\w+"|\{\})\)/g, "undefined"],
    ],
  },
  {
    // Each route has a link to itself, which the console doesn't use. It would load the code of links with sign-in.
    file: /\/@tanstack\/react-router\/dist\/esm\/route\.js$/,
    replacements: [[/^import \{ Link \} from .*$/gm, 'const Link = "a";']],
  },
  {
    // Dialogs and drawers compare an option with it that the console doesn't use. It would load the code of menus.
    file: /\/@mantine\/core\/esm\/components\/(?:Modal\/Modal|Drawer\/Drawer)Root\.mjs$/,
    replacements: [[/^import \{ ScrollArea \} from .*$/gm, "const ScrollArea = {};"]],
  },
  {
    // The second id is for pages that a server renders. It renders every input twice, in one task with the first page.
    file: /\/@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/,
    replacements: [
      [/^\tconst \[uuid, setUuid\] = useState\((.*)\);$/gm, "\tconst uuid = $1;"],
      [/^\tconst hasInitializedRef[\s\S]*\}, \[\]\);$/gm, ""],
    ],
  },
];

/** Leaves out code of libraries that can't be reached in the console, but that the bundler has to keep. */
export function withoutUnusedCode(): Plugin {
  return {
    name: "gatehouse:without-unused-code",
    apply: "build",
    transform: {
      filter: { id: cuts.map(({ file }) => file) },
      handler(code, id) {
        const cut = cuts.find(({ file }) => file.test(id));
        const shorter = cut?.replacements.reduce((text, [from, to]) => {
          if (text.search(from) === -1) this.error(`${id} has changed: ${from} is not found`);
          return text.replaceAll(from, to);
        }, code);
        return shorter === undefined ? null : { code: shorter, map: null };
      },
    },
  };
}
