import { useState } from 'react'
import type { Lang } from '../../src/lib/locale.ts'
import { Button } from '../../src/ui/Button.tsx'
import { Checkbox, RadioGroup, Segmented, Switch } from '../../src/ui/Choice.tsx'
import { DateInput } from '../../src/ui/DateInput.tsx'
import { ErrorSummary } from '../../src/ui/ErrorSummary.tsx'
import { Field, FieldGroup } from '../../src/ui/Field.tsx'
import { Notice } from '../../src/ui/Notice.tsx'
import { Select } from '../../src/ui/Select.tsx'
import { LockedValue, TextArea, TextInput } from '../../src/ui/TextInput.tsx'
import { TextLink } from '../../src/ui/TextLink.tsx'
import { Row, Shown, type ChooseText } from './Row.tsx'

export function Buttons({ s }: { s: ChooseText }) {
  return (
    <Row title={s('Buttons', '按钮')}>
      <div className="sheet-line">
        <Shown as={s('Accent, one a screen', '强调，一屏一个')}>
          <Button look="accent">{s('Send the claim', '提交理赔')}</Button>
        </Shown>
        <Shown as={s('Primary', '主要')}>
          <Button look="primary">{s('Search', '查找')}</Button>
        </Shown>
        <Shown as={s('Hover', '悬停')}>
          <Button look="primary" className="sheet-hover">
            {s('Search', '查找')}
          </Button>
        </Shown>
        <Shown as={s('Focus', '聚焦')}>
          <Button look="primary" className="sheet-focus">
            {s('Search', '查找')}
          </Button>
        </Shown>
        <Shown as={s('Line', '线框')}>
          <Button>{s('Save and leave', '存好退出')}</Button>
        </Shown>
      </div>
      <div className="sheet-line">
        <Shown as={s('Text', '文字')}>
          <TextLink href="#buttons">{s('Back to health', '回健康告知')}</TextLink>
        </Shown>
        <Shown as={s('Cannot be undone', '不可撤销')}>
          <Button look="bad">{s('Withdraw the claim', '撤回理赔')}</Button>
        </Shown>
        <Shown as={s('Working, keeps its width', '进行中，宽度不变')}>
          <Button look="accent" working={s('Sending', '提交中')}>
            {s('Send the claim', '提交理赔')}
          </Button>
        </Shown>
        <Shown as={s('Not yet. Says why in its words', '还不能点，并说明原因')}>
          <Button waiting>{s('Send again in 0:42', '0:42后可重发')}</Button>
        </Shown>
        <Shown as={s('Small, 44 high', '小，44高')}>
          <Button size="sm" icon="camera">
            {s('Retake', '重拍')}
          </Button>
        </Shown>
        <Shown as={s('Hero, 56 high', '首屏，56高')}>
          <Button look="accent" size="lg">
            {s('See prices', '看价格')}
          </Button>
        </Shown>
      </div>
    </Row>
  )
}

export function Fields({ s, lang }: { s: ChooseText; lang: Lang }) {
  const [name, setName] = useState(s('Lin Yutong', '林语桐'))
  const [day, setDay] = useState('')
  const [whose, setWhose] = useState<'own' | 'other' | ''>('own')
  const [agree, setAgree] = useState(true)
  const [remember, setRemember] = useState(false)
  const [dental, setDental] = useState(true)
  const [country, setCountry] = useState<'us' | 'uk' | ''>('')
  const [term, setTerm] = useState<'90' | '180' | '365' | ''>('365')
  const nothing = (): void => undefined
  return (
    <Row title={s('Fields', '输入框')}>
      <div className="sheet-grid">
        <Field
          id="f-name"
          label={s('Name on the invoice', '发票上的姓名')}
          hint={s('As in the passport', '与护照一致')}
        >
          <TextInput value={name} onChange={setName} autoComplete="name" />
        </Field>
        <Field
          id="f-hospital"
          label={s('Hospital', '医院')}
          hint={s('Type a few letters, or choose from the list', '输入几个字，或从列表里选')}
        >
          <TextInput icon="search" className="sheet-focus" value="Longf" onChange={nothing} />
        </Field>
        <Field
          id="f-account"
          label={s('Account number', '账号')}
          error={s('14 digits so far. Check the card', '现在是14位，请对照银行卡')}
        >
          <TextInput value="6217 0012 3456 78" inputMode="numeric" onChange={nothing} />
        </Field>
        <Field id="f-mobile" label={s('Mobile number', '手机号')}>
          <TextInput prefix="+86" value="138 0571 0527" type="tel" onChange={nothing} />
        </Field>
        <Field id="f-gender" label={s('Gender', '性别')}>
          <LockedValue value={s('Female', '女')} reason={s('From the ID number', '由证件号得出')} />
        </Field>
        <Field id="f-day" label={s('When did it happen?', '什么时候发生的？')}>
          <DateInput
            lang={lang}
            value={day}
            onChange={setDay}
            calendar={s('Choose from a calendar', '从日历里选')}
            words={{
              which: s('Which date do you mean?', '您指的是哪一天？'),
              none: (date) => s(`There is no ${date}.`, `没有${date}这一天。`),
            }}
            placeholder={s('Day, month, year', '年-月-日')}
          />
        </Field>
        <FieldGroup id="f-whose" label={s('Whose account is it?', '账户是谁的？')}>
          <RadioGroup
            name="whose"
            value={whose}
            onChange={setWhose}
            options={[
              { value: 'own', label: s('The insured person’s', '被保险人本人') },
              { value: 'other', label: s('Someone else’s', '其他人') },
            ]}
          />
        </FieldGroup>
        <div>
          <Checkbox checked={agree} onChange={setAgree}>
            {s('I agree to the service agreement', '我同意用户服务协议')}
          </Checkbox>
          <Checkbox checked={remember} onChange={setRemember}>
            {s('Remember this device', '记住这台设备')}
          </Checkbox>
          <Switch checked={dental} onChange={setDental}>
            {s('Dental care', '牙科保障')}
          </Switch>
        </div>
        <Field id="f-country" label={s('Studying in', '去哪里读书')}>
          <Select
            value={country}
            onChange={setCountry}
            placeholder={s('Choose a country', '选择国家')}
            options={[
              { value: 'us', label: s('United States', '美国') },
              { value: 'uk', label: s('United Kingdom', '英国') },
            ]}
          />
        </Field>
        <FieldGroup id="f-term" label={s('How many days', '保障多少天')}>
          <Segmented
            name="term"
            value={term}
            onChange={setTerm}
            options={[
              { value: '90', label: '90' },
              { value: '180', label: '180' },
              { value: '365', label: '365' },
            ]}
          />
        </FieldGroup>
        <Field id="f-story" label={s('What happened', '事情经过')}>
          <TextArea
            rows={3}
            value={s('Fell from a bicycle on the way to class.', '去上课的路上骑车摔倒。')}
            onChange={nothing}
          />
        </Field>
      </div>
    </Row>
  )
}

export function Errors({ s }: { s: ChooseText }) {
  return (
    <Row title={s('Errors', '错误')}>
      <div className="sheet-2">
        <ErrorSummary
          title={s('There are 3 problems', '有3处要改')}
          errors={[
            {
              id: 'f-account',
              message: s('Account number: 14 digits so far. Check the card', '账号：现在是14位，请对照银行卡'),
            },
            {
              id: 'f-name',
              message: s('Page 2 of the invoice is missing. It must show the total', '发票缺第2页，要看得到合计金额'),
            },
            { id: 'f-day', message: s('Choose the date it happened', '请选择发生日期') },
          ]}
        />
        <div className="grid gap-4">
          <Notice kind="bad" title={s('The server did not answer.', '服务器没有回应。')}>
            {s('Your answers are kept on this device.', '您填的内容都在这台设备上。')}{' '}
            <TextLink look="inline" href="#errors">
              {s('Try again', '再试一次')}
            </TextLink>
          </Notice>
          <Notice kind="warn" icon="wifi-off" title={s('No connection.', '网络断了。')}>
            {s('You can go on filling in. We send it when you are back.', '可以接着填，恢复后会自动提交。')}
          </Notice>
          <Notice kind="ok" title={s('Back online.', '网络已恢复。')}>
            {s('Two photos went through.', '2张照片已传好。')}
          </Notice>
          <Notice kind="info" title={s('This price is held until 18:11.', '这个价格保留到18:11。')} />
        </div>
      </div>
    </Row>
  )
}
