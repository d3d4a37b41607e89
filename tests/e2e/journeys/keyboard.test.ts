/** A whole purchase by keyboard only (design §8 "Access"). */
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { at, journeys, picture, type Visitor } from './journeys.ts'
import { issued, methodButton, onGateway } from './payment.ts'
import { student } from './people.ts'
import { action, confirmPath, onStep } from './wizard.ts'

const it = journeys()
const FAR = 120

/** Presses Tab until the element has the focus, which must then be visible. */
async function tabTo({ page }: Visitor, target: Locator): Promise<void> {
  await target.first().waitFor()
  for (let i = 0; i < FAR; i++) {
    if (await target.evaluateAll((all) => all.some((one) => one === document.activeElement))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Not reached by ${FAR} presses of Tab: ${target.toString()}`)
}

async function press(visitor: Visitor, target: Locator, key: 'Enter' | 'Space'): Promise<void> {
  await tabTo(visitor, target)
  await visitor.page.keyboard.press(key)
}

test('by keyboard alone, from the first page to the policy', async () => {
  const visitor = await it.visitor({ device: 'web', lang: 'en' })
  const { page, say } = visitor
  const me = student()
  const field = (name: string) => page.locator(`[id="policyholder.${name}"]`)
  await visitor.go(confirmPath())
  for (const step of ['enter', 'before-you-buy', 'terms', 'not-covered'] as const) {
    await onStep(visitor, step)
    await page.locator('main .micro').waitFor()
    await tabTo(visitor, action(visitor))
    // "Keep reading" until the end was shown, then the main button.
    for (let i = 0; i < FAR && new URL(page.url()).searchParams.get('step') === step; i++) {
      const label = await action(visitor).innerText()
      await page.keyboard.press('Enter')
      if (label !== say('confirm:read.on')) await page.waitForURL((url) => url.searchParams.get('step') !== step)
    }
  }
  await onStep(visitor, 'people')
  await press(visitor, page.locator('input[name=relationship][value=self]'), 'Space')
  await press(visitor, page.locator('#sensitive'), 'Space')
  await field('idType').waitFor()
  // The usual type of ID is selected already.
  expect(await field('idType').inputValue()).toBe(me.idType)
  await tabTo(visitor, field('idNumber'))
  await page.keyboard.type(me.idNumber)
  await tabTo(visitor, field('idName'))
  await page.keyboard.insertText(me.idName)
  await tabTo(visitor, field('institution'))
  await page.keyboard.type(me.institution)
  await tabTo(visitor, field('email'))
  await page.keyboard.type(me.email)
  await page.keyboard.press('Enter')
  await onStep(visitor, 'health')
  // The list is answered as a whole first, and then question by question.
  const whole = page.locator('main input[type=radio][name=all]')
  await tabTo(visitor, whole)
  await page.keyboard.press('Space')
  await expect.poll(() => whole.first().isChecked()).toBe(true)
  await page.keyboard.press('ArrowDown')
  const questions = page.locator('main form ol > li', { has: page.locator('input[type=radio]') })
  await questions.first().waitFor()
  for (const question of await questions.all()) {
    const radios = question.locator('input[type=radio]')
    if (!(await radios.first().evaluate((radio) => radio === document.activeElement))) await tabTo(visitor, radios)
    // "Yes" comes first; the arrow key moves to "no" and selects it.
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => radios.last().isChecked()).toBe(true)
  }
  await press(visitor, action(visitor), 'Enter')
  await onStep(visitor, 'check')
  const boxes = page.locator('main input[type=checkbox]')
  await boxes.first().waitFor()
  for (const box of await boxes.all()) await press(visitor, box, 'Space')
  await press(visitor, action(visitor), 'Enter')
  await at(visitor, '/payment/confirm')
  await press(visitor, action(visitor), 'Enter')
  await at(visitor, '/payment/pay')
  await press(visitor, methodButton(visitor, 'wechat'), 'Enter')
  await onGateway(visitor)
  await press(visitor, page.locator('button[name=outcome][value=pay]'), 'Enter')
  await issued(visitor)
  await picture(visitor, 'keyboard')
})
