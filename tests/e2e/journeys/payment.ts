/** The actions of a payer: choose a method, decide at the sandbox gateway, see the outcome. */
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { Delivery, Outcome } from '../../../src/features/cashier/server/sandbox/protocol.ts'
import type { PaymentMethod } from '../../../src/features/cashier/contract.ts'
import { at, type Visitor } from './journeys.ts'
import type { Site } from '../browser-site.ts'
import { action, answerHealth, declare } from './wizard.ts'

export const payPath = ({ device }: Pick<Visitor, 'device'>): string => (device === 'web' ? '/payment/pay' : '/pay')
export const succeedPath = ({ device }: Visitor): string => (device === 'web' ? '/payment/succeed' : '/pay/succeed')

/** Number of the order in the address. */
export const orderIn = ({ page }: Visitor): string => new URL(page.url()).searchParams.get('order') ?? ''

/** From the filled-in page of people to the choice of a method; every health answer is no. */
export async function applyFromPeople(visitor: Visitor): Promise<void> {
  await action(visitor).click()
  await answerHealth(visitor)
  await action(visitor).click()
  await declare(visitor)
  await action(visitor).click()
  await toPayment(visitor)
}

/** From the check page's main button (or a link) to the choice of methods. */
export async function toPayment(visitor: Visitor): Promise<string> {
  if (visitor.device === 'web') {
    await at(visitor, '/payment/confirm')
    await action(visitor).click()
  }
  await at(visitor, payPath(visitor))
  return orderIn(visitor)
}

/** The button of one method, or of any. */
export const methodButton = ({ page }: Pick<Visitor, 'page'>, method?: PaymentMethod): Locator =>
  page.locator(method ? `[data-method=${method}]` : '[data-method]').first()

/** Chooses a method and arrives at the gateway's page. */
export async function toGateway(visitor: Visitor, method: PaymentMethod = 'wechat'): Promise<void> {
  await methodButton(visitor, method).click()
  await onGateway(visitor)
}

export const onGateway = ({ page }: Visitor): Promise<void> => page.waitForURL(/\/sandbox\/gateway\/pay\//)

/** The person's choice on the gateway's page. */
export async function decide({ page }: Visitor, outcome: Outcome, delivery: Delivery = 'now'): Promise<void> {
  await page.locator(`input[name=delivery][value=${delivery}]`).check()
  await page.locator(`button[name=outcome][value=${outcome}]`).click()
}

export async function payNow(
  visitor: Visitor,
  method: PaymentMethod = 'wechat',
  delivery: Delivery = 'now',
): Promise<void> {
  await toGateway(visitor, method)
  await decide(visitor, 'pay', delivery)
}

/** Waits for the succeed page with the policy's number on it. */
export async function issued(visitor: Visitor, count = 1): Promise<string> {
  await at(visitor, succeedPath(visitor))
  const number = visitor.page.getByText(/^YF\d\d-\d{4}-\d{6}$/).first()
  await number.waitFor()
  expect(await visitor.page.locator('h1').innerText()).toBe(
    visitor.say(`cashier:succeed.issued.${count > 1 ? 'several' : 'title'}`, { count }),
  )
  return number.innerText()
}

/** The number of trades in the gateway's books for an order. */
export async function trades(site: Pick<Site, 'url'>, order: string): Promise<number> {
  const books = await (await fetch(`${site.url}/sandbox/gateway`)).text()
  return books.split(`>${order}</a>`).length - 1
}
