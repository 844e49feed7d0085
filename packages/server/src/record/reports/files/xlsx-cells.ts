import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import type { ReportValueKind } from "@gatehouse/contract/reports/report-columns";

/** The most characters of a cell. */
const maxCellLength = 32_767;
/** Spreadsheets count days from 30 December 1899. */
const epochDays = 25_569;

/** Writes the cells of a workbook and collects their styles, which are part of the file's end. */
export interface XlsxCells {
  /** A cell of a row of data; empty for a value that is missing. */
  value(reference: string, kind: ReportValueKind, value: string | number | null, isTotal?: boolean): string;
  text(reference: string, text: string, style?: TextStyle): string;
  /** How many texts were too long for a cell. */
  shortened(): number;
  stylesXml(): string;
}

/** How a text stands out. */
export type TextStyle = "plain" | "bold" | "header" | "number-header" | "title";

/** Numbers keep a distance from the text in the next column. */
const right = 'horizontal="right" indent="1"';
const wrapped = 'vertical="center" wrapText="1"';

const textStyles: Record<TextStyle, string> = {
  plain: style({}),
  bold: style({ font: 1 }),
  header: style({ font: 1, fill: 2, border: 1, alignment: wrapped }),
  "number-header": style({ font: 1, fill: 2, border: 1, alignment: `${right} ${wrapped}` }),
  title: style({ font: 2 }),
};

const numberFormats: Record<ReportValueKind, string | null> = {
  time: "yyyy-mm-dd hh:mm:ss",
  id: "0",
  integer: "#,##0",
  decimal: "#,##0.00",
  money: "#,##0.00",
  duration: "[h]:mm:ss",
  text: null,
  picture: null,
  link: null,
};

/** Whether the values of a kind are numbers to people. */
export const isNumber = (kind: ReportValueKind): boolean => kind !== "time" && numberFormats[kind] !== null;

/** Creates the cells of one workbook. */
export function createXlsxCells(moneyDigits: number): XlsxCells {
  const formats = new Map<string, number>();
  const styles = new Map<string, number>(Object.values(textStyles).map((xml, index) => [xml, index]));
  const numberStyles = new Map<string, string>();
  let shortened = 0;

  function styleOf(kind: ReportValueKind, format: string, isTotal: boolean): string {
    const key = `${kind}${isTotal}${format}`;
    const known = numberStyles.get(key);
    if (known !== undefined) return known;
    const formatId = formats.get(format) ?? firstOwnFormat + formats.size;
    formats.set(format, formatId);
    const alignment = kind === "time" ? 'horizontal="left"' : right;
    const xml = style({ format: formatId, alignment, ...(isTotal && { font: 1 }) });
    if (!styles.has(xml)) styles.set(xml, styles.size);
    const index = String(styles.get(xml));
    numberStyles.set(key, index);
    return index;
  }

  const number = (reference: string, digits: number, style: string) =>
    `<c r="${reference}" s="${style}"><v>${digits}</v></c>`;

  const text: XlsxCells["text"] = (reference, whole, name = "plain") => {
    const fits = whole.length <= maxCellLength;
    if (!fits) shortened += 1;
    const shown = escapeXml(fits ? whole : shorten(whole));
    const styled = name === "plain" ? "" : ` s="${styles.get(textStyles[name])}"`;
    return `<c r="${reference}"${styled} t="inlineStr"><is><t xml:space="preserve">${shown}</t></is></c>`;
  };

  return {
    text,
    value: (reference, kind, value, isTotal = false) => {
      if (value === null || value === "") return "";
      const format = numberFormats[kind];
      const time = kind === "time" ? toSerialTime(String(value)) : undefined;
      // The offset is part of the format, so that the cell is a real date and still says which of two equal times it is.
      if (time) return number(reference, time.days, styleOf(kind, `${format} "${time.offset}"`, isTotal));
      if (format === null || typeof value !== "number" || !Number.isFinite(value)) {
        return text(reference, String(value), isTotal ? "bold" : "plain");
      }
      if (kind === "duration") return number(reference, value / 86_400, styleOf(kind, format, isTotal));
      if (kind !== "money") return number(reference, value, styleOf(kind, format, isTotal));
      return number(reference, value / 10 ** moneyDigits, styleOf(kind, moneyFormat(moneyDigits), isTotal));
    },
    shortened: () => shortened,
    stylesXml: () => toStylesXml([...formats], [...styles.keys()]),
  };
}

const moneyFormat = (digits: number) => (digits === 0 ? "#,##0" : `#,##0.${"0".repeat(digits)}`);

/** The local time of an ISO text as days, with its offset. */
function toSerialTime(text: string): { days: number; offset: string } | undefined {
  const [, local, offset] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  if (local === undefined || offset === undefined) return undefined;
  const ms = Date.parse(`${local}Z`);
  if (Number.isNaN(ms)) return undefined;
  return { days: ms / dayMs + epochDays, offset: offset === "Z" ? "+00:00" : offset };
}

function shorten(whole: string): string {
  const mark = ` … [shortened: ${whole.length} characters. The CSV file has the whole text.]`;
  return whole.slice(0, maxCellLength - mark.length).toWellFormed() + mark;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const special = /[&<>"]/g;
// XML has no other control characters, and spreadsheets read _x0041_ as a character.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are replaced
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/g;

export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(unwritable, "\ufffd")
    .replaceAll(escapeLike, "_x005F_")
    .replaceAll(special, (mark) => escapes[mark] as string);
}

const firstOwnFormat = 164;

interface StyleParts {
  readonly font?: number;
  readonly fill?: number;
  readonly border?: number;
  readonly format?: number;
  readonly alignment?: string;
}

function style({ font = 0, fill = 0, border = 0, format = 0, alignment = "" }: StyleParts): string {
  const applied = `applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"`;
  return `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" ${applied}>${alignment && `<alignment ${alignment}/>`}</xf>`;
}

const font = (rest: string, size = 11) =>
  `<font>${rest}<sz val="${size}"/><color rgb="FF1B1F24"/><name val="Calibri"/><family val="2"/></font>`;

function toStylesXml(formats: readonly (readonly [string, number])[], styles: readonly string[]): string {
  const own = formats.map(([code, id]) => `<numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`).join("");
  return [
    xmlHead,
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    formats.length === 0 ? "" : `<numFmts count="${formats.length}">${own}</numFmts>`,
    `<fonts count="3">${font("")}${font("<b/>")}${font("<b/>", 14)}</fonts>`,
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
    '<fill><patternFill patternType="solid"><fgColor rgb="FFE7ECF1"/><bgColor indexed="64"/></patternFill></fill></fills>',
    '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>',
    '<border><left/><right/><top/><bottom style="thin"><color rgb="FF8A96A3"/></bottom><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${styles.length}">${styles.join("")}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ].join("");
}

/** The first line of every part. */
export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
