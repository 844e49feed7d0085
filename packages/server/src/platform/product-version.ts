import packageJson from "../../package.json" with { type: "json" };

/** The version of the product, as the sidebar and the API documents show it. */
export const productVersion: string = packageJson.version;
