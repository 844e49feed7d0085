declare module "subset-font" {
  interface Options {
    targetFormat: "woff2";
    variationAxes: Readonly<Record<string, { min: number; max: number }>>;
    keepFeatures: readonly string[];
  }

  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>;
}
