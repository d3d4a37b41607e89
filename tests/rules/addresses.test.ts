import { expect, test } from 'vitest'
import { brokenOutside } from './addresses.ts'

test.each([
  'mailto:a.b+c@mail.example.org',
  'mailto:a@example.org?subject=A%20b%3F',
  'tel:+862155500199',
  'tel:999',
  'tel:000',
  'https://www.example.org/a?b=c#d',
  'data:image/png;base64,AA',
])('%s can be right', (address) => expect(brokenOutside(address)).toBeUndefined())

test.each([
  'mailto:',
  'mailto:a b@example.org',
  'mailto:a@example',
  'mailto:a@example.org?subjct=x',
  'mailto:a@example.org?subject=a b',
  'mailto:a@example.org?subject=a+b',
  'tel:',
  'tel:+86 21',
  'tel:021-555',
  'tel:+123',
  '//other.example/x',
  'https://localhost/x',
  'ftp://example.org/x',
  'whatsapp:x',
])('%s cannot be right', (address) => expect(brokenOutside(address)).toBeDefined())
