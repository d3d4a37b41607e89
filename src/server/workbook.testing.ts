/** A workbook as a spreadsheet saves it, for tests. */
import { strToU8, zipSync } from 'fflate'
import { escapeHtml } from '../lib/text/escape-html.ts'

type Cell = string | number | boolean | null | { formula: string; shown: string }

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

function cellXml(cell: Cell, place: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'string') return `<c r="${place}" t="inlineStr"><is><t>${escapeHtml(cell)}</t></is></c>`
  return `<c r="${place}" t="str"><f>${escapeHtml(cell.formula)}</f><v>${escapeHtml(cell.shown)}</v></c>`
}

const sheetXml = (rows: readonly (readonly Cell[])[]): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows
    .map(
      (cells, i) =>
        `<row r="${i + 1}">${cells.map((cell, at) => cellXml(cell, `${String.fromCharCode(65 + at)}${i + 1}`)).join('')}</row>`,
    )
    .join('')}</sheetData></worksheet>`

export function workbook(...sheets: readonly (readonly (readonly Cell[])[])[]): Uint8Array {
  const numbers = sheets.map((_, i) => i + 1)
  const files = {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${numbers.map((n) => `<sheet name="Sheet${n}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(sheets.map((rows, i) => [`xl/worksheets/sheet${i + 1}.xml`, sheetXml(rows)])),
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}
