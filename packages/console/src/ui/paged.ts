/** The rows of one page, and how many pages there are. A page beyond the last shows the last. */
export function paged<Row>(rows: readonly Row[], page: number, size: number) {
  const total = Math.max(1, Math.ceil(rows.length / size));
  const shown = Math.min(Math.max(page, 1), total);
  return { page: shown, total, rows: rows.slice((shown - 1) * size, shown * size) };
}
