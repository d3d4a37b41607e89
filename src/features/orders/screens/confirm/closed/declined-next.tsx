/**
 * What somebody can do whom the insurer declined: look at other plans for the same days, or have the insurer look
 * again.
 */
import { richText } from '../../../../../app/parts/rich-text.tsx'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { localPath } from '../../../../../lib/locale.ts'
import { SITE } from '../../../../../lib/site.ts'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import type { OrderView } from '../../../contract.ts'

const linkTo = (href: string) => (text: string) => (
  <TextLink look="inline" href={href}>
    {text}
  </TextLink>
)

export function DeclinedNext({ order: { id, answers } }: { order: OrderView }) {
  const t = useT()
  const lang = useLang()
  const { email } = SITE[lang]
  const { destination: to, start, end } = answers.trip
  const plans = `${localPath(lang, '/plan/list')}?${new URLSearchParams({ to, start, end })}`
  return (
    <p className="measure">
      {richText(
        t('confirm:closed.declined.next', { email, plans: `<plans>${t('confirm:closed.declined.plans')}</plans>` }),
        { plans: linkTo(plans), mail: linkTo(`mailto:${email}?subject=${encodeURIComponent(id)}`) },
      )}
    </p>
  )
}
