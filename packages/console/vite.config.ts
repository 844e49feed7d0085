import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build, defineConfig, minify, type Plugin } from "vite";
import { createChunks, startGroup } from "./src/build/chunks.ts";
import { consoleEntries } from "./src/build/console-entries.ts";
import { withoutUnusedCode } from "./src/build/without-unused-code.ts";

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
        const font = Object.keys(bundle ?? {}).find((name) => /\binter-.*\.woff2$/.test(name));
        if (font === undefined) return [];
        const attrs = { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: `${base}${font}` };
        return [{ tag: "link", attrs, injectTo: "head" }];
      },
    },
  };
}

/**
 * Loads the stylesheet after the frame of the page, which has its own styles: browsers paint what comes before a
 * stylesheet in the body, and run module scripts after it has loaded.
 */
function stylesheetAfterFrame(): Plugin {
  return {
    name: "gatehouse:stylesheet-after-frame",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const link = /\s*<link rel="stylesheet"[^>]*>/.exec(html)?.[0];
        if (link === undefined) throw new Error("index.html has no stylesheet");
        // Before the root, because the styles of the theme, which React adds there, override it.
        return html.replace(link, "").replace('<div id="root">', `${link.trim()}\n    <div id="root">`);
      },
    },
  };
}

/** Adds boot.js to the page, with the other scripts in a template: boot.js starts them after the frame is painted. */
function scriptsAfterFrame(root: string): Plugin {
  return {
    name: "gatehouse:scripts-after-frame",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      async handler(html) {
        const boot = await minify("boot.js", await readFile(join(root, "public/boot.js"), "utf8"));
        const moved: string[] = [];
        const rest = html.replace(
          /\s*(<script type="module".*?<\/script>|<link rel="(?:modulepreload|preload)"[^>]*>)/g,
          (_, tag) => {
            moved.push(tag);
            return "";
          },
        );
        const [before, after] = rest.split('<script src="/boot.js"></script>');
        if (after === undefined || moved.length === 0) throw new Error("index.html has no script");
        return `${before}<template data-scripts>${moved.join("")}<!--page-scripts--></template>\n    <script>${boot.code.trim()}</script>${after}`;
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

const chunks = createChunks(import.meta.dirname);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    chunks.plugin,
    consoleEntries(import.meta.dirname),
    react(),
    withoutUnusedCode(),
    withoutUnusedColors(),
    compressedAssets(),
    preloadFont(),
    stylesheetAfterFrame(),
    scriptsAfterFrame(import.meta.dirname),
    screenPage(),
  ],
  // The shim is for React 17.
  resolve: { alias: { "use-sync-external-store/shim/with-selector": "use-sync-external-store/with-selector" } },
  server: { proxy: { "/api": { target: server, ws: true }, "/config.json": server } },
  build: {
    ...shared,
    rolldownOptions: {
      output: {
        // Rolldown names a shared chunk after every page that uses it; keep the first name only.
        chunkFileNames: ({ name }) => `assets/${name.split("~")[0]}-[hash].js`,
        codeSplitting: {
          groups: [startGroup, { name: chunks.nameOf, includeDependenciesRecursively: false }],
        },
      },
    },
  },
});
