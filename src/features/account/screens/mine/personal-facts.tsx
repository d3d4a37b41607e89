/** Name, contacts and ID number as masked by the server, with the source of the number; the language of the site. */
import { useLang, useT } from '../../../../app/words/words.tsx'
import { dayOf, formatDay } from '../../../../lib/days/dates.ts'
import { localPath, otherLang } from '../../../../lib/locale.ts'
import { SummaryList } from '../../../../ui/SummaryList.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { MyInformation } from '../../contract.ts'

export function Facts({ mine }: { mine: MyInformation }) {
  const t = useT()
  const lang = useLang()
  const given = (value: string | null) =>
    value ?? <span className="font-normal text-ink-3">{t('account:mine.none')}</span>
  const other = otherLang(lang)
  return (
    <section>
      <SummaryList
        rows={[
          { id: 'name', term: t('account:mine.name'), value: given(mine.name) },
          { id: 'mobile', term: t('account:mine.mobile'), value: given(mine.mobile) },
          {
            id: 'email',
            term: t('account:mine.email'),
            value: (
              <>
                {given(mine.email)}
                {mine.mailTrouble && (
                  <a className="link block text-small font-normal" href={localPath(lang, '/personal/modify')}>
                    {t(`account:mine.mailTrouble.${mine.mailTrouble}`)}
                  </a>
                )}
              </>
            ),
          },
          { id: 'identity', term: t('account:mine.identity.term'), value: <Identity mine={mine} /> },
          {
            id: 'language',
            term: t('account:mine.language.term'),
            value: (
              <span className="flex flex-wrap gap-x-5 mobile:justify-end">
                {t(`account:mine.language.${lang}`)}
                <a
                  className="link font-normal"
                  href={localPath(other, '/personal/mine')}
                  hrefLang={other === 'cn' ? 'zh-CN' : 'en'}
                  lang={other === 'cn' ? 'zh-CN' : 'en'}
                >
                  {t(`account:mine.language.${other}`)}
                </a>
              </span>
            ),
          },
        ]}
      />
      <p className="mt-3 flex flex-wrap gap-x-6">
        <TextLink look="go" href={localPath(lang, '/personal/modify')}>
          {t('app:personal.modify')}
        </TextLink>
        {mine.identity?.from !== 'verification' && (
          <TextLink look="go" href={localPath(lang, '/personal/credential')}>
            {t('account:mine.identity.verify')}
          </TextLink>
        )}
      </p>
    </section>
  )
}

function Identity({ mine: { identity } }: { mine: MyInformation }) {
  const t = useT()
  const lang = useLang()
  if (!identity) return <span className="font-normal text-ink-3">{t('account:mine.none')}</span>
  return (
    <>
      <span className="num">
        {t(`account:mine.identity.type.${identity.idType}`)} {identity.idNumber}
      </span>
      <span className="block text-small font-normal text-ink-2">
        {t(`account:mine.identity.from.${identity.from}`, {
          day: formatDay(dayOf(identity.at), lang),
          number: identity.number ?? '',
        })}
      </span>
    </>
  )
}
