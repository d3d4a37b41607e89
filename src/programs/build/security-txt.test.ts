import { expect, test } from 'vitest'
import { SECURITY_EMAIL } from '../../lib/site-contacts.ts'
import { securityTxt } from './security-txt.ts'

const AT = Date.parse('2026-11-28T04:00:00Z')

test('says whom to write to, in which languages, and until when it holds', () => {
  expect(securityTxt('https://youfang.example', AT).split('\n')).toEqual([
    `Contact: mailto:${SECURITY_EMAIL}`,
    'Expires: 2027-05-27T00:00:00Z',
    'Preferred-Languages: zh, en',
    'Canonical: https://youfang.example/.well-known/security.txt',
    '',
  ])
})
