/** ASCII characters from the space on, 5 by 8 dots: five columns as hexadecimal bytes, the lowest bit on top. */
const columns =
  "0000000000 00005f0000 0007000700 147f147f14 242a7f2a12 2313086462 3649562050 0008070300 001c224100 0041221c00 " +
  "2a1c7f1c2a 08083e0808 0080703000 0808080808 0000606000 2010080402 3e5149453e 00427f4000 7249494946 2141494d33 " +
  "1814127f10 2745454539 3c4a494931 4121110907 3649494936 464949291e 0000140000 0040340000 0008142241 1414141414 " +
  "0041221408 0201590906 3e415d594e 7c1211127c 7f49494936 3e41414122 7f4141413e 7f49494941 7f09090901 3e41415173 " +
  "7f0808087f 00417f4100 2040413f01 7f08142241 7f40404040 7f021c027f 7f0408107f 3e4141413e 7f09090906 3e4151215e " +
  "7f09192946 2649494932 03017f0103 3f4040403f 1f2040201f 3f4038403f 6314081463 0304780403 6159494d43 007f414141 " +
  "0204081020 004141417f 0402010204 4040404040 0003070800 2054547840 7f28444438 3844444428 384444287f 3854545418 " +
  "00087e0902 18a4a49c78 7f08040478 00447d4000 2040403d00 7f10284400 00417f4000 7c04780478 7c08040478 3844444438 " +
  "fc18242418 18242418fc 7c08040408 4854545424 04043f4424 3c4040207c 1c2040201c 3c4030403c 4428102844 4c9090907c " +
  "4464544c44 0008364100 0000770000 0041360800 0201020402";

const glyphs = columns.split(" ");
const firstCode = 32;

/** Size of a character in dots, including the gap to the next one. */
export const dotCell = { width: 6, height: 9 } as const;

/** Finds the lit dots of a character as [column, row]; undefined if the character is not in the font. */
export function findDots(character: string): readonly (readonly [number, number])[] | undefined {
  const glyph = glyphs[(character.codePointAt(0) ?? 0) - firstCode];
  if (glyph === undefined) return undefined;
  return Array.from({ length: 5 }, (_, column) => {
    const bits = Number.parseInt(glyph.slice(column * 2, column * 2 + 2), 16);
    return Array.from({ length: 8 }, (_, row) => row)
      .filter((row) => (bits >> row) & 1)
      .map((row) => [column, row] as const);
  }).flat();
}
