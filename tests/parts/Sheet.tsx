import type { Lang } from '../../src/lib/locale.ts'
import { Buttons, Errors, Fields } from './Controls.tsx'
import { Ledgers } from './Ledgers.tsx'
import type { ChooseText } from './Row.tsx'
import { Clocks, Messages, Statuses, StepsAndTabs, Uploads } from './States.tsx'

export function Sheet({ lang }: { lang: Lang }) {
  const s: ChooseText = (en, cn) => (lang === 'cn' ? cn : en)
  return (
    <>
      <Buttons s={s} />
      <Fields s={s} lang={lang} />
      <Errors s={s} />
      <Statuses s={s} />
      <Clocks s={s} />
      <StepsAndTabs s={s} />
      <Uploads s={s} />
      <Messages s={s} />
      <Ledgers s={s} />
    </>
  )
}
