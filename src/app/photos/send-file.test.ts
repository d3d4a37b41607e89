import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { call } from '../../lib/contract.ts'
import { RequestFailed, type Reply } from '../requests/read-reply.ts'
import { dataOrRefusal } from './send-file.ts'
import { Refused, SessionOver } from './upload-types.ts'

const upload = call({
  path: 'x',
  access: 'open',
  input: z.object({}),
  output: z.object({ at: z.number() }),
  errors: ['not_asked'],
})
const no = (
  code: string,
  more: { fields?: Record<string, string>; retryAfter?: number } = {},
): Reply<typeof upload> => ({
  ok: false,
  code: code as 'not_asked',
  message: 'Words',
  fields: more.fields ?? {},
  extra: more,
})
const thrown = (reply: Reply<typeof upload>): unknown => {
  try {
    return dataOrRefusal(reply)
  } catch (error) {
    return error
  }
}

describe('what a reply means to the queue', () => {
  test('data', () => expect(thrown({ ok: true, data: { at: 1 } })).toEqual({ at: 1 }))
  test.each(['5000', '5001', '30002'])('%s: waits for the login', (code) =>
    expect(thrown(no(code))).toBeInstanceOf(SessionOver),
  )
  test.each(['30000', '31000'])('%s: says nothing about the file, so it is retried later', (code) =>
    expect(thrown(no(code))).toEqual(new RequestFailed('server')),
  )
  test('a rate limit: retried after the stated time', () =>
    expect(thrown(no('too_many', { retryAfter: 9 }))).toMatchObject({ code: 'too_many', retryAfter: 9 }))
  test('a refusal, by its field or in the server’s words', () => {
    expect(thrown(no('invalid', { fields: { file: 'file_size' } }))).toEqual(new Refused('file_size'))
    expect(thrown(no('not_asked'))).toMatchObject({ name: 'Refused', code: 'not_asked', said: 'Words' })
  })
})
