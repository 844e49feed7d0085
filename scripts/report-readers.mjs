import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { installDebianPackage } from "./debian-package.mjs";

const programs = ["/usr/bin/pdftotext", "/usr/bin/qpdf"];

/** Installs the independent readers of report files: for PDF and for XLSX. The tests report if they are missing. */
export async function ensureReportReaders() {
  const { status } = spawnSync("/usr/bin/python3", ["-c", "import openpyxl"], { stdio: "ignore" });
  if (programs.every((path) => existsSync(path)) && status === 0) return;
  await installDebianPackage("poppler-utils qpdf python3-openpyxl", "the tests of report files");
}
