import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { countPdfObjects } from './count-pdf-objects.ts'

async function withObjects(count: number, useObjectStreams: boolean): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.addPage([300, 300])
  const parts = Array.from({ length: count }, (_, i) =>
    document.context.register(document.context.obj({ S: 'Span', K: i })),
  )
  document.catalog.set(PDFName.of('StructTreeRoot'), document.context.register(document.context.obj({ K: parts })))
  return Buffer.from(await document.save({ useObjectStreams }))
}

test.each([true, false])('counts objects, in streams of objects: %s', async (useObjectStreams) => {
  const counted = countPdfObjects(await withObjects(500, useObjectStreams))
  expect(counted).toBeGreaterThanOrEqual(500)
  expect(counted).toBeLessThan(550)
})

test('a file that names very many streams without an end is read once', () => {
  expect(countPdfObjects(Buffer.from('/ObjStm /N '.repeat(200_000)))).toBe(0)
})
