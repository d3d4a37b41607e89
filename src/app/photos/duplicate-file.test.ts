import { expect, test } from 'vitest'
import { itemFrom, newEntry } from './subject-uploads.ts'
import { sameFile } from './duplicate-file.ts'
import type { UploadItem } from './upload-types.ts'

const file = (id: string, sha256: string, over: Partial<UploadItem> = {}): UploadItem => ({
  ...itemFrom(newEntry({ id, subject: 'c1', slot: 'invoice', name: `${id}.jpg`, addedAt: 1, size: 1 }), null),
  sha256,
  state: 'waiting',
  ...over,
})

test('the later of two equal files is pointed out, whichever document each is for', () => {
  const items = [file('a', 'one'), file('b', 'two'), file('c', 'one', { slot: 'prescription' })]
  expect(items.map((item) => sameFile(item, items, [])?.id)).toEqual([undefined, undefined, 'a'])
})

test('a file that the server already has is pointed out, unless it is the file’s own receipt', () => {
  const items = [file('a', 'one'), file('b', 'two')]
  const known = [
    { id: 'a', sha256: 'one', slot: 'invoice' },
    { id: 'old', sha256: 'two', slot: 'prescription' },
  ]
  expect(items.map((item) => sameFile(item, items, known)?.slot)).toEqual([undefined, 'prescription'])
})

test('nothing is pointed out for a file in preparation, or for a copy of a refused file', () => {
  const items = [
    file('a', ''),
    file('b', ''),
    file('c', 'one', { state: 'failed', retryable: false }),
    file('d', 'one'),
  ]
  expect(items.map((item) => sameFile(item, items, []))).toEqual([undefined, undefined, undefined, undefined])
})
