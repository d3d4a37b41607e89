import { expect, test } from 'vitest'
import { verifyCode } from '../../verify-calls.ts'
import { formatVerifyCode, newVerifyCode } from './verify-code.ts'

test('a printed code is read back however it is typed', () => {
  for (let i = 0; i < 50; i++) {
    const code = newVerifyCode()
    expect(verifyCode.parse(formatVerifyCode(code))).toBe(code)
    expect(verifyCode.parse(` ${formatVerifyCode(code).toLowerCase().replaceAll('-', ' – ')} `)).toBe(code)
    expect(verifyCode.parse(code.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(code)
  }
})
