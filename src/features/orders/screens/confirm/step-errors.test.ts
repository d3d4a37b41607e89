import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { translator } from '../../../../app/words/translate.ts'
import type { Lang } from '../../../../lib/locale.ts'
import { errorsTitle } from './step-errors.tsx'

const say = (lang: Lang) =>
  translator(lang, { confirm: JSON.parse(readFileSync(`public/locales/${lang}/confirm.json`, 'utf8')) as unknown })

test.each([
  [['name_required', 'gender_required', 'id_number_required'], 'There are 3 problems', '还有3处未完成'],
  [['answer_required'], 'There is a problem', '还有1处未完成'],
  [['tick', 'tick'], 'There are 2 problems', '还有2处未完成'],
  [['name_required', 'id_number_checksum'], 'There are 2 problems', '有2处需要修改'],
  [['email_format'], 'There is a problem', '有1处需要修改'],
])('%s', (codes, en, cn) => {
  expect([errorsTitle(say('en'), codes), errorsTitle(say('cn'), codes)]).toEqual([en, cn])
})
