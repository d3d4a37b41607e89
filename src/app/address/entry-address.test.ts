import { expect, test } from 'vitest'
import { entryAddress } from './entry-address.ts'

test.each([
  ['/cn/notice/content', '?id=upload-receipts', '', '/cn/notice/content/upload-receipts'],
  ['/notice/content', '?in_id=7&id=a&token=t', '#s2', '/notice/content/a?in_id=7&token=t#s2'],
  ['/notice/content/', '?id=a', '', '/notice/content/a'],
])('%s%s%s leads to the entry', (pathname, search, hash, to) => {
  expect(entryAddress(pathname, search, hash)).toBe(to)
})

test.each(['', '?id=', '?id=../x', '?id=//evil.example', '?id=A%20b', '?in_id=7'])('%s is not redirected', (search) => {
  expect(entryAddress('/notice/content', search, '')).toBeUndefined()
})
