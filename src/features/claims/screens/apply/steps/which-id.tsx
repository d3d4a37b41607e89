/** Card or passport: abroad, where the card lies at home, one page of the passport is enough. */
import { useStore } from '@nanostores/react'
import { useT } from '../../../../../app/words/words.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { $answers, change } from '../store/wizard-store.ts'

/** `least`: pages that the checklist asks for; two of a card. Renders nothing for a person whose only ID has one page. */
export function WhichId({ least }: { least: number }) {
  const t = useT()
  const passport = useStore($answers)?.idShown === 'passport'
  if (least < 2 && !passport) return null
  return (
    <p className="pb-2">
      {passport && <span className="text-ink-2">{t('claimform:idShown.passport')} </span>}
      <TextLink onClick={() => change({ idShown: passport ? 'card' : 'passport' })}>
        {t(passport ? 'claimform:idShown.isCard' : 'claimform:idShown.isPassport')}
      </TextLink>
    </p>
  )
}
