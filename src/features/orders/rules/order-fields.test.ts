import { expect, test } from 'vitest'
import { healthSchema } from './order-fields.ts'

test("health answers have room for every question, and none for a megabyte under names of one's own", () => {
  const many = (count: number, text: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`q${i}`, text]))
  expect(healthSchema.safeParse({ answers: many(20, 'no'), details: many(20, 'x'.repeat(2000)) }).success).toBe(true)
  expect(healthSchema.safeParse({ details: many(400, 'x'.repeat(2000)) }).success).toBe(false)
  expect(healthSchema.safeParse({ answers: many(400, 'no') }).success).toBe(false)
})
