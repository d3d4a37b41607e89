/**
 * A school pays, and names its students in a list: each application begins with the list's data, and costs the student
 * nothing.
 */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { addDays } from '../../../src/lib/days/dates.ts'
import { sandboxEnv } from '../../runner/env.ts'
import { eventually, messagesTo } from '../../browser/sandbox.ts'
import { axe } from '../browser-site.ts'
import { journeys, picture, sees } from './journeys.ts'
import { answerHealth, action, declare, readAll, typePeople } from './wizard.ts'
import { self, term, today } from './people.ts'

const it = journeys()
const ACTING = ['--by', 'li.min', '--why', 'agreed with the school']

async function operator(...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['src/programs/operator/main.ts', ...words, ...ACTING],
    {
      env: { ...sandboxEnv(), DATA_DIR: it.site.dataDir },
    },
  )
  return stdout
}

test('a student on the list applies, and the school pays', async () => {
  const { start, end } = term()
  const made = await operator(
    'campaigns',
    'create',
    '--name',
    'Riverside College',
    '--name-cn',
    '河畔学院',
    '--plan',
    'us-campus',
    '--tier',
    'gold',
    '--destination',
    'us',
    '--start',
    start,
    '--end',
    end,
    '--opens',
    today(),
    '--closes',
    addDays(start, -3),
    '--payer',
    'school',
    '--fields',
    'student-number',
  )
  const [, id = ''] = /Campaign (\w{26})/.exec(made) ?? []
  const list = join(it.site.dataDir, 'list.csv')
  writeFileSync(list, '邮箱,学号\nlist.student@example.com,20260017\n')
  expect(await operator('campaigns', 'import', id, list, '--delay', '0')).toContain('1 invited')
  const student = await it.visitor({ device: 'mobile', lang: 'cn' })
  const link = await eventually(
    async () =>
      (await messagesTo(it.site, 'list.student@example.com'))
        .map(({ text }) => /https?:\S+invite=[\w-]+/.exec(text)?.[0])
        .find(Boolean),
    'the invitation',
  )
  const { pathname, search } = new URL(link)
  await student.page.goto(`${it.site.url}${pathname}${search}`)
  await student.page.locator('[id="details.student-number"]').waitFor()
  expect(await student.page.locator('[id="details.student-number"]').inputValue()).toBe('20260017')
  expect(await axe(student.page)).toEqual([])
  await student.page.locator('#shared').check()
  await picture(student, 'campaign-invited')
  await action(student).click()
  await readAll(student)
  await sees(student, student.say('confirm:campaign.fixed', { name: '河畔学院' }))
  await typePeople(student, self())
  await action(student).click()
  await answerHealth(student)
  await action(student).click()
  await declare(student)
  await picture(student, 'campaign-school-check')
  await action(student).click()
  await sees(student, student.say('collection:mine.school_pays.title'))
  expect(await axe(student.page)).toEqual([])
  await picture(student, 'campaign-school-pays')
  await student.page.getByRole('link', { name: student.say('collection:mine.see') }).click()
  await sees(student, student.say('confirm:closed.schoolPays.title'))
  await picture(student, 'campaign-school-closed')
})
