/** Estimates how many objects a PDF has, before anything parses it: each takes time and memory, whatever it is for. */

const OBJECT_END = 'endobj'
/** How many objects a stream of objects holds, in its dictionary, on either side of its type (ISO 32000-1 table 16). */
const STREAM_OF_OBJECTS = /\/N\s{1,9}(\d{1,9})[^>]{0,200}\/ObjStm|\/ObjStm[^>]{0,200}\/N\s{1,9}(\d{1,9})/g

export function countPdfObjects(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(OBJECT_END); at >= 0; at = bytes.indexOf(OBJECT_END, at + OBJECT_END.length)) count++
  for (const [, before, after] of bytes.toString('latin1').matchAll(STREAM_OF_OBJECTS)) count += Number(before ?? after)
  return count
}
