import { Badge } from '../../src/ui/Badge.tsx'
import { Button } from '../../src/ui/Button.tsx'
import { ClauseChip } from '../../src/ui/ClauseChip.tsx'
import { CompareTable } from '../../src/ui/CompareTable.tsx'
import { InsuranceCard } from '../../src/ui/InsuranceCard.tsx'
import { Equation, MoneyTable } from '../../src/ui/MoneyTable.tsx'
import { NeedPanel } from '../../src/ui/NeedPanel.tsx'
import { StatusTimeline } from '../../src/ui/StatusTimeline.tsx'
import { SummaryList } from '../../src/ui/SummaryList.tsx'
import { TextLink } from '../../src/ui/TextLink.tsx'
import { Row, type ChooseText } from './Row.tsx'

export function Ledgers({ s }: { s: ChooseText }) {
  const clause = (n: string): string => s(`clause ${n}`, `条款${n}`)
  return (
    <>
      <Row title={s('Sums', '金额')}>
        <Equation
          terms={[
            { label: s('Invoiced', '发票金额'), sum: '7,706.54' },
            { label: s('Not payable, 2 items', '不予赔付，2项'), sum: '433.30' },
            { label: s('Deductible, 2 visits', '免赔额，2次'), sum: '400.00' },
            { label: s('Your 10%', '自付10%'), sum: '687.32' },
          ]}
          paid={{ label: s('Paid, CNY', '赔付，人民币'), sum: '6,185.92' }}
        />
        <div className="mt-8">
          <MoneyTable
            label={s('How each sum was worked out', '每一笔怎么算的')}
            head={[
              s('Item', '项目'),
              s('Invoice USD', '发票 美元'),
              s('In CNY', '折合 人民币'),
              s('Not payable', '不予赔付'),
              s('Payable', '可赔金额'),
            ]}
            rows={[
              { id: 'a', name: s('Emergency visit', '急诊诊疗'), sums: ['420.00', '2,985.53', '0.00', '2,985.53'] },
              {
                id: 'b',
                name: s('Wrist splint', '腕部护具及佩戴'),
                reason: (
                  <>
                    {s('Splints: at most 800.00 a year', '护具每年最多赔800.00元')}{' '}
                    <ClauseChip href="#c36">{clause('3.6')}</ClauseChip>
                  </>
                ),
                kind: 'deduction',
                sums: ['138.50', '984.51', '− 184.51', '800.00'],
              },
              {
                id: 'c',
                name: s('Ibuprofen 600 mg, 20', '布洛芬600毫克，20片'),
                sums: ['24.60', '174.87', '0.00', '174.87'],
              },
              {
                id: 'd',
                name: s('Subtotal', '小计'),
                kind: 'subtotal',
                sums: ['583.10', '4,144.91', '− 184.51', '3,960.40'],
              },
              { id: 'e', name: s('Paid to you', '赔付'), kind: 'total', sums: ['', '', '', '3,960.40'] },
            ]}
          />
        </div>
      </Row>
      <Row title={s('Comparison', '对比')}>
        {/* The product shows it in wide windows only; this page is also opened in narrow ones. */}
        <div className="table-scroll" role="region" aria-label={s('Plans side by side', '方案对比')} tabIndex={0}>
          <CompareTable
            label={s('Plans side by side', '方案对比')}
            corner={s('Price for 365 days', '365天总价')}
            columns={[
              {
                id: 'a',
                name: s('Silver', '银卡'),
                head: <Plan price="CNY 1,752.00" choose={s('Choose Silver', '选银卡')} />,
                foot: <p className="num">CNY 1,752.00</p>,
              },
              {
                id: 'b',
                marked: true,
                name: s('Gold', '金卡'),
                head: <Plan price="CNY 3,139.00" choose={s('Choose Gold', '选金卡')} note={s('Open now', '正在看')} />,
                foot: <p className="num">CNY 3,139.00</p>,
              },
              {
                id: 'c',
                name: s('Platinum', '白金卡'),
                head: <Plan price="CNY 5,584.50" choose={s('Choose Platinum', '选白金卡')} />,
                foot: <p className="num">CNY 5,584.50</p>,
              },
            ]}
            groups={[
              {
                title: s('Seeing a doctor', '看病'),
                rows: [
                  {
                    id: '1',
                    name: s('Yearly maximum', '年度保额'),
                    cells: [
                      { value: s('CNY 300,000', '30万元') },
                      { value: s('CNY 800,000', '80万元') },
                      { value: s('CNY 2,000,000', '200万元'), best: true },
                    ],
                  },
                  {
                    id: '2',
                    name: s('Emergency dental', '紧急牙科'),
                    cells: [
                      { value: s('not included', '不含'), none: true },
                      { value: s('CNY 6,000', '6,000元'), note: s('pain relief and injury', '止痛和外伤') },
                      { value: s('CNY 8,000', '8,000元'), best: true },
                    ],
                  },
                  {
                    id: '3',
                    name: s('Pre-existing condition', '既往症'),
                    same: s('not included in any of the three', '三个方案都不含'),
                  },
                ],
              },
            ]}
          />
        </div>
      </Row>
      <Row title={s('A claim', '理赔')}>
        <div className="sheet-2">
          <NeedPanel
            strip={s('We need one thing from you', '请补1样材料')}
            due={s('by 3 Dec', '最晚12月3日')}
            title={s('Second page of the invoice', '发票第2页')}
            must={
              <>
                {s(
                  'It must show the total, the invoice number and the clinic’s stamp.',
                  '要看得到合计金额、发票号和医院印章。',
                )}{' '}
                <TextLink look="inline" href="#x">
                  {s('See an example', '看样例')}
                </TextLink>
              </>
            }
            action={
              <Button look="accent" icon="camera">
                {s('Add page 2', '补第2页')}
              </Button>
            }
            wayOut={<TextLink>{s('I cannot get this document', '这份材料拿不到')}</TextLink>}
          >
            <p>{s('Page 1 ends at “carried forward” and has no total.', '第1页到“转下页”为止，没有合计。')}</p>
          </NeedPanel>
          <StatusTimeline
            label={s('Steps of this claim', '这个理赔的进度')}
            steps={[
              {
                id: '1',
                state: 'done',
                title: s('You sent the claim', '已提交理赔申请'),
                when: s('14 Nov 2026, 02:41 in Boston', '2026-11-14 02:41，波士顿时间'),
              },
              {
                id: '2',
                state: 'now',
                title: s('We are checking the documents', '我们在审核材料'),
                when: s('Since 16 Nov. Waiting for your documents since 19 Nov', '11月16日起，19日起等待您补充材料'),
                children: s('Four of five documents are accepted.', '共5份材料，已通过4份。'),
              },
              {
                id: '3',
                state: 'next',
                title: s('We decide', '我们作出决定'),
                when: s('Within 2 days of page 2', '收到第2页后2天内'),
              },
            ]}
          />
          <SummaryList
            title={s('Cover', '保障')}
            action={
              <TextLink look="inline" href="#y">
                {s('Change', '修改')}
              </TextLink>
            }
            rows={[
              { term: s('Plan', '方案'), value: s('Gold', '金卡') },
              { term: s('From', '起'), value: s('10 Jan 2027, 00:00 Shanghai time', '2027-01-10 00:00，上海时间') },
              { term: s('Status', '状态'), value: <Badge kind="ok">{s('In force', '保障中')}</Badge> },
            ]}
          />
          <InsuranceCard
            plan={s('US Campus, Gold', '美国校园医疗保障，金卡')}
            name={s('Lin Yutong', '林语桐')}
            latin={s('', 'LIN YUTONG')}
            number={s('Policy YF26-0901-003817', '保单号YF26-0901-003817')}
            cover={{ used: 82, days: 365, label: s('82 of 365 days of cover used', '365天保障已过82天') }}
            help={{ label: s('24-hour help line', '24小时救援热线'), phone: '+86 21 5550 0199' }}
            until={{ label: s('Valid to', '有效至'), day: s('31 Aug 2027', '2027-08-31') }}
          />
        </div>
      </Row>
    </>
  )
}

function Plan({ price, choose, note }: { price: string; choose: string; note?: string }) {
  return (
    <>
      {note && <p className="text-small text-ink-2">{note}</p>}
      <p className="type-sum mt-2">{price}</p>
      <div className="mt-3">
        <Button size="sm" block>
          {choose}
        </Button>
      </div>
    </>
  )
}
