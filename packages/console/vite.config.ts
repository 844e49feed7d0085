import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build, defineConfig, type Plugin } from "vite";

const server = "http://localhost:8080";
/** The page of multimedia displays has its own small bundle, in its own folder. */
const screenFolder = "screen";

/** Builds the page of multimedia displays after the console; the development server serves both. */
function screenPage(): Plugin {
  return {
    name: "gatehouse:screen-page",
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (request.url?.startsWith("/display/")) request.url = "/screen.html";
        next();
      });
    },
    closeBundle: {
      // After the console's assets are compressed.
      order: "post",
      sequential: true,
      handler: async () => {
        await build({
          configFile: false,
          root: import.meta.dirname,
          base: `/${screenFolder}/`,
          publicDir: false,
          logLevel: "warn",
          plugins: [react(), compressedAssets(), preloadFont()],
          build: { ...shared, outDir: `dist/${screenFolder}`, rolldownOptions: { input: "screen.html" } },
        });
      },
    },
  };
}

/** Writes a .br and a .gz file beside every text asset, so that the server never compresses while answering. */
function compressedAssets(): Plugin {
  let folder = "";
  return {
    name: "gatehouse:compressed-assets",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      handler: async () => {
        const files = await readdir(folder, { recursive: true });
        await Promise.all(
          files.filter((file) => /\.(js|css|svg)$/.test(file)).map((file) => compress(join(folder, file))),
        );
      },
    },
  };
}

async function compress(path: string): Promise<void> {
  const text = await readFile(path);
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all([
    promisify(brotliCompress)(text, brotli).then((bytes) => writeFile(`${path}.br`, bytes)),
    promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }).then((bytes) => writeFile(`${path}.gz`, bytes)),
  ]);
}

/** Preloads the text font with the page instead of after its stylesheet. */
function preloadFont(): Plugin {
  let base = "/";
  return {
    name: "gatehouse:preload-font",
    apply: "build",
    configResolved(config) {
      base = config.base;
    },
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => /inter-latin-wght-normal.*\.woff2$/.test(name));
        if (font === undefined) return [];
        const attrs = { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: `${base}${font}` };
        return [{ tag: "link", attrs, injectTo: "head" }];
      },
    },
  };
}

/** The colours of Mantine that no component uses; the others are in the theme. */
const unusedColors = /--mantine-color-(?:cyan|grape|green|indigo|lime|orange|pink|violet|yellow)-[\w-]+:[^;}]*;?/g;

/** Leaves out the CSS variables of unused colours, which are a tenth of the stylesheet. */
function withoutUnusedColors(): Plugin {
  return {
    name: "gatehouse:without-unused-colors",
    apply: "build",
    generateBundle: {
      // After Vite has added the stylesheet.
      order: "post",
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== "asset" || !file.fileName.endsWith(".css")) continue;
          file.source = file.source.toString().replace(unusedColors, "");
        }
      },
    },
  };
}

const shared = {
  manifest: true,
  // The Content-Security-Policy forbids data URLs for fonts and scripts.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  target: "es2023",
  // One stylesheet is smaller than its parts and never arrives after its page.
  cssCodeSplit: false,
} as const;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutUnusedColors(), compressedAssets(), preloadFont(), screenPage()],
  server: { proxy: { "/api": { target: server, ws: true }, "/config.json": server } },
  build: {
    ...shared,
    rolldownOptions: {
      output: {
        // Rolldown names a shared chunk after every page that uses it; keep the first name only.
        chunkFileNames: ({ name }) => `assets/${name.split("~")[0]}-[hash].js`,
        // Without groups every small module that several pages share would be a request of its own. One chunk holds
        // what sign-in needs, others what several pages need in addition.
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"], priority: 2 },
            // A page without a form never loads zod.
            { name: "rules", test: /[\\/]zod[\\/]/, priority: 1 },
            // Searchable lists are loaded with the forms that use them, not with pages that share a part of them.
            {
              name: "choices",
              test: /[\\/]components[\\/](Combobox(?!.*(Chevron|parsed|is-options|\.module))|Select|MultiSelect|Autocomplete|PillsInput|Pill)[\\/]|[\\/](reference-input|field-input|field-value|multi-choice|conflict-notice)\.tsx/,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            // The button of a record's history is on pages without a form, which must not load form controls with it.
            {
              name: "history",
              test: /[\\/]forms[\\/](history-button\.tsx|use-form\.ts|field-faults\.ts)$/,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            // Six pages have displays; what these share with others must not move to the shell.
            {
              name: "displays",
              test: /[\\/]console[\\/]src[\\/](screens|entities[\\/]display)[\\/]/,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            // What the shell shares with some pages, in one chunk: small chunks compress badly.
            {
              name: "shell-parts",
              test: /[\\/](call-permissions|gate-types|api[\\/](permissions|use-what-if)|module-activation\.queries|events[\\/]read-quality)\.ts$|[\\/]Icon(BarrierBlock|CarGarage|ClipboardList|ClockExclamation|History|PlugConnectedX)\.mjs$/,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            // Most pages use these hooks: merged with parts of few pages, they would bring these along, even circularly.
            { name: "hooks", test: /[\\/]@mantine[\\/]hooks[\\/]/, includeDependenciesRecursively: false, priority: 1 },
            // Merged with parts of one form, they would bring these to the other forms.
            {
              name: "form-rows",
              test: /[\\/]forms[\\/](row-group)(\.module\.css|\.tsx?)$/,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            // Records are opened, edited and deleted on pages other than the first.
            {
              name: "records",
              test: /[\\/]forms[\\/](dependents-notice|use-delete-record|use-open-record)\.tsx?$|[\\/]contract[\\/]src[\\/]resource-kind\.ts$/,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            // Pages without configurations must not load their list with the shell; a conflict is shown on demand.
            {
              name: "configs",
              test: /[\\/]console[\\/]src[\\/]entities[\\/]config[\\/](?!config-conflict)/,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            { name: "copy-text", test: /[\\/]copy-text\.ts$/, priority: 1 },
            {
              name: "shared",
              // These modules are used by a few pages only, which share them anyway.
              test: /^(?!.*[\\/](contract[\\/]src[\\/](events|fields|entities)|console[\\/]src[\\/](access|entities[\\/](event|ingest))[\\/]))/,
              minShareCount: 5,
              // What only some pages share stays out of the shell, unless it is too small for its own request.
              entriesAware: true,
              entriesAwareMergeThreshold: 4 * 1024,
            },
          ],
        },
      },
    },
  },
});
