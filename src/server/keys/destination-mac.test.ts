import { expect, test } from 'vitest'
import { comparedDestination } from './destination-mac.ts'

test.each([
  ['lin@bücher.example', 'lin@bücher.example'],
  ['lin@xn--bcher-kva.example', 'lin@bücher.example'],
  ['Lin@XN--BCHER-KVA.example', 'lin@bücher.example'],
  ['lin@例子.测试', 'lin@例子.测试'],
  ['lin@xn--fsqu00a.xn--0zwm56d', 'lin@例子.测试'],
  ['lin@faß.example', 'lin@faß.example'],
  ['lin@fass.example', 'lin@fass.example'],
  ['lin+visa@example.com', 'lin+visa@example.com'],
  ['lin@example.com', 'lin@example.com'],
  ['lin@xn--not-punycode-.example', 'lin@xn--not-punycode-.example'],
  ['lin@xn--a', 'lin@xn--a'],
  ['13800138001', '13800138001'],
])('%s is compared as %s', (destination, compared) => {
  expect(comparedDestination(destination)).toBe(compared)
  expect(comparedDestination(compared)).toBe(compared)
})
