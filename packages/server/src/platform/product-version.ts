import packageJson from "../../package.json" with { type: "json" };

/** The version that the sidebar and the API documentation show. */
export const productVersion: string = packageJson.version;
