/**
 * A school pays for a list of students at once by its link, sees each one's outcome, and what a list that cannot be
 * paid says.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { now } from '../../../src/lib/days/clock.ts'
import { dayOf } from '../../../src/lib/days/dates.ts'
import { localPath } from '../../../src/lib/locale.ts'
import { DEMO_GROUP_LINK } from '../../../src/programs/demo/demo-group-payment.ts'
import { sandboxEnv } from '../../runner/env.ts'
import { advanceClock, axe } from '../browser-site.ts'
import { at, journeys, picture, sees } from './journeys.ts'
import { decide, methodButton, toGateway } from './payment.ts'
import { action } from './wizard.ts'

const it = journeys()
const ACTING = ['--by', 'li.min', '--why', 'agreed with the school']
const LINK = `/h5/pay/collection/${DEMO_GROUP_LINK}`

async function operator(...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['src/programs/operator/main.ts', ...words], {
    env: { ...sandboxEnv(), DATA_DIR: it.site.dataDir },
  })
  return stdout
}

test('a list that was cancelled, and one that is wrong, say so on either device', async () => {
  const [, number = ''] = /(YFG-\S+) {2}open/.exec(await operator('group-payments', 'list')) ?? []
  const school = await it.visitor({ device: 'mobile', lang: 'cn' })
  await school.go(LINK)
  await sees(school, school.say('grouppay:asked.title', { school: '河畔学院' }))
  await sees(school, school.say('grouppay:outside.none'))
  expect(await axe(school.page)).toEqual([])
  await picture(school, 'group-asked')
  await operator('group-payments', 'cancel', number, ...ACTING)
  await school.go(LINK)
  await sees(school, school.say('grouppay:over.cancelled.title'))
  expect(await axe(school.page)).toEqual([])
  await picture(school, 'group-cancelled')
  const wrong = await it.visitor({ device: 'web', lang: 'en' })
  await wrong.go('/h5/pay/collection/aGVsbG8td29ybGQtaGVsbG8x')
  await sees(wrong, wrong.say('payer:linkOver.wrong.title'))
})

test('the school pays once, whoever of it has the link, and gets receipt and invoice', async () => {
  const [, campaign = ''] = /(\w{26}) {2}open {2}Riverside College/.exec(await operator('campaigns', 'list')) ?? []
  const [number = ''] = /YFG-\d{6}-\w{6}/.exec(await operator('group-payments', 'make', campaign, ...ACTING)) ?? []
  const [, path = ''] =
    /(\/h5\/pay\/collection\/[\w-]+)/.exec(await operator('group-payments', 'close', number, ...ACTING)) ?? []
  const [school, colleague] = [
    await it.visitor({ device: 'web', lang: 'en' }),
    await it.visitor({ device: 'mobile', lang: 'cn' }),
  ]
  await school.go(path)
  await sees(school, school.say('grouppay:about', { count: 4 }))
  expect(await axe(school.page)).toEqual([])
  await picture(school, 'group-asked-web')
  await action(school).click()
  await toGateway(school)
  await colleague.go(path)
  await action(colleague).click()
  await sees(colleague, colleague.say('payer:others.title'))
  // The bank refuses, and nothing was paid.
  await decide(school, 'refuse')
  await at(school, '/pay/fail')
  await sees(school, school.say('cashier:fail.rejected.title'))
  await action(school).click()
  await methodButton(school).waitFor()
  // No wallet takes such a sum: the school transfers it, and whoever of it has the link sees where to.
  await school.page.locator('[data-method=transfer]').click()
  const shown = school.page.getByText(/^RF\d{2}( \d{4}){2}$/)
  await shown.waitFor()
  const reference = (await shown.textContent()) ?? ''
  expect(await axe(school.page)).toEqual([])
  await picture(school, 'group-transfer')
  const treasurer = await it.visitor({ device: 'web', lang: 'cn' })
  await treasurer.go(path)
  await sees(treasurer, treasurer.say('grouppay:transfer.notice.title'))
  expect(await treasurer.page.getByText(treasurer.say('payer:asked.underWay.title')).count()).toBe(0)
  await action(treasurer).click()
  await treasurer.page.getByText(reference).waitFor()
  await colleague.go(path)
  await colleague.page.getByText(reference).waitFor()
  await picture(colleague, 'group-transfer-colleague')
  // Asked before the bank has it, the page stays.
  await school.page.getByRole('button', { name: school.say('cashier:back.check') }).click()
  await shown.waitFor()
  const { amount } =
    (await operator('group-payments', 'list')).match(/4 students {2}CNY.(?<amount>[\d,.]+)/u)?.groups ?? {}
  const statement = join(mkdtempSync(join(tmpdir(), 'youfang-statement-')), 'statement.csv')
  writeFileSync(
    statement,
    `entry,date,credit,note,payer,payer account\nBANK-1,${dayOf(now())},"${amount ?? ''}",${reference},Riverside College,6222000000000001`,
  )
  await operator('transfers', 'book', statement, ...ACTING)
  await operator('transfers', 'confirm-statement', statement, '--by', 'wang.fang', '--why', 'seen at the bank')
  rmSync(dirname(statement), { recursive: true })
  // Each page finds it by itself, the one that was asked too.
  await at(school, '/h5/details')
  await sees(school, school.say('grouppay:details.title'))
  await at(colleague, '/h5/details')
  await sees(colleague, colleague.say('grouppay:state.insured'))
  const download = school.page.waitForEvent('download')
  await school.page.getByRole('button', { name: school.say('grouppay:details.receipt') }).click()
  expect((await download).suggestedFilename()).toBe(`${number}.pdf`)
  await advanceClock(it.site, 31_000)
  await sees(school, school.say('grouppay:details.done'))
  expect(await axe(school.page)).toEqual([])
  await picture(school, 'group-paid')
  await picture(colleague, 'group-paid-colleague')
  await school.page.getByRole('button', { name: school.say('grouppay:details.invoice') }).click()
  await sees(school, school.say('prepaid:leadAlone'))
  expect(new URL(school.page.url()).pathname).toContain(localPath('en', '/prepaid/apply/'))
  await colleague.go(path)
  await at(colleague, '/h5/details')
})
