import { useState } from 'react'
import { Accordion } from '../../src/ui/Accordion.tsx'
import { Badge } from '../../src/ui/Badge.tsx'
import { Button } from '../../src/ui/Button.tsx'
import { DialogBox } from '../../src/ui/Dialog.tsx'
import { Empty } from '../../src/ui/Empty.tsx'
import { Pagination } from '../../src/ui/Pagination.tsx'
import { Ruler } from '../../src/ui/Ruler.tsx'
import { dayRuler } from '../../src/ui/ruler-ticks.ts'
import { Skeleton } from '../../src/ui/Skeleton.tsx'
import { Steps } from '../../src/ui/Steps.tsx'
import { Tabs } from '../../src/ui/Tabs.tsx'
import { TextLink } from '../../src/ui/TextLink.tsx'
import { Toast } from '../../src/ui/Toast.tsx'
import { UploadRow } from '../../src/ui/UploadRow.tsx'
import { Row, type ChooseText } from './Row.tsx'
import { thumbs } from './thumbs.ts'

export function Statuses({ s }: { s: ChooseText }) {
  return (
    <Row title={s('Status', '状态')}>
      <div className="flex flex-wrap gap-3">
        <Badge icon="pen-line">{s('Draft', '草稿')}</Badge>
        <Badge kind="info" icon="arrow-up">
          {s('Sent', '已提交')}
        </Badge>
        <Badge kind="info">{s('Under review', '审核中')}</Badge>
        <Badge kind="warn">{s('Needs you', '待补件')}</Badge>
        <Badge kind="bad" icon="clock-alert">
          {s('Late, we owe you an answer', '超时，我们欠您答复')}
        </Badge>
        <Badge kind="ok">{s('Will be paid', '同意赔付')}</Badge>
        <Badge kind="bad" icon="x">
          {s('Not payable', '不予赔付')}
        </Badge>
        <Badge kind="ok" icon="shield-check">
          {s('In force', '保障中')}
        </Badge>
        <Badge kind="plain" icon="undo-2">
          {s('Withdrawn', '已撤案')}
        </Badge>
        <Badge kind="plain">{s('Expired', '已到期')}</Badge>
      </div>
    </Row>
  )
}

export function Clocks({ s }: { s: ChooseText }) {
  const clocks = [
    { used: 2, state: 'running', badge: <Badge kind="info">{s('Running', '计时中')}</Badge> },
    { used: 3, state: 'stopped', badge: <Badge kind="warn">{s('Stopped for you', '需要您处理')}</Badge> },
    { used: 4, state: 'running', badge: <Badge kind="ok">{s('On time', '按时')}</Badge> },
    {
      used: 6,
      state: 'late',
      badge: (
        <Badge kind="bad" icon="clock-alert">
          {s('1 day late', '超时1天')}
        </Badge>
      ),
    },
  ] as const
  return (
    <Row title={s('The clock', '计时')}>
      <div className="sheet-4">
        {clocks.map(({ used, state, badge }) => (
          <div key={used}>
            <p className="mb-1.5 flex items-center justify-between gap-2 font-semibold">
              {s(`Day ${used} of 5`, `第${used}天，限5天`)} {badge}
            </p>
            <Ruler label={s(`Day ${used} of 5`, `第${used}天，限5天`)} state={state} {...dayRuler(5, used)} />
          </div>
        ))}
      </div>
      <p className="mt-4 flex items-center gap-3">
        <Ruler small label={s('Day 3 of 5', '第3天，限5天')} {...dayRuler(5, 3, 2)} />
        {s('Day 3 of 5', '第3天，限5天')}
      </p>
    </Row>
  )
}

export function StepsAndTabs({ s }: { s: ChooseText }) {
  const [tab, setTab] = useState<'on' | 'next' | 'past'>('on')
  const steps = [
    s('What happened', '事情经过'),
    s('Who and where', '人和医院'),
    s('Read and sign', '阅读并签名'),
    s('Account', '收款账户'),
    s('Documents', '材料'),
    s('Check', '检查'),
  ]
  return (
    <Row title={s('Steps and tabs', '步骤和标签')}>
      <Steps steps={steps.map((label) => ({ label }))} now={2} position={s('Step 3 of 6', '第3步，共6步')} />
      <div className="mt-8">
        <Tabs
          label={s('Policies', '保单')}
          current={tab}
          onChange={setTab}
          panel="policies"
          tabs={[
            { id: 'on', label: s('In force', '保障中'), count: 1 },
            { id: 'next', label: s('Not started', '待生效'), count: 1 },
            { id: 'past', label: s('Ended', '已到期'), count: 2 },
          ]}
        />
        <div id="policies" role="tabpanel" tabIndex={0} aria-label={s('Policies', '保单')} className="pt-4 text-ink-2">
          {tab}
        </div>
      </div>
      <div className="ruled mt-6">
        <Accordion title={s('Seeing a doctor', '看病')} aside="CNY 8,000">
          {s('We pay 90% after the deductible.', '扣除免赔额后我们付90%。')}
        </Accordion>
        <Accordion title={s('Staying in hospital', '住院')} aside="CNY 800,000" open>
          {s('A bed, treatment and medicine.', '床位、治疗和用药。')}
        </Accordion>
      </div>
      <Pagination
        page={10}
        pages={20}
        href={(p) => `#page-${p}`}
        words={{
          label: s('Pages', '分页'),
          previous: s('Previous page', '上一页'),
          next: s('Next page', '下一页'),
          page: (p) => s(`Page ${p}`, `第${p}页`),
        }}
      />
    </Row>
  )
}

export function Uploads({ s }: { s: ChooseText }) {
  const remove = { label: s('Remove', '删除'), onClick: () => undefined }
  return (
    <Row title={s('Uploads', '上传')}>
      <div className="sheet-2">
        <UploadRow
          thumb={thumbs.record}
          name={s('Medical record, page 1', '病历，第1页')}
          state="sending"
          percent={64}
          status={s('64%, about 8 seconds', '64%，约8秒')}
          remove={remove}
        />
        <UploadRow
          thumb={thumbs.invoice}
          name={s('Invoice, page 1', '发票，第1页')}
          state="received"
          status={s('Received 14:36:20', '14:36:20收到')}
          detail={s('Receipt B80D-4E17, 538 KB', '回执B80D-4E17，538 KB')}
          remove={remove}
        />
        <UploadRow
          thumb={thumbs.blurred}
          name={s('Invoice, page 2', '发票，第2页')}
          state="blurred"
          status={s('Blurred, the total cannot be read. Not sent yet', '拍糊了，金额看不清。还没有上传')}
          remove={remove}
          actions={
            <>
              <Button size="sm" icon="camera">
                {s('Retake', '重拍')}
              </Button>
              <TextLink>{s('Use it anyway', '就用这张')}</TextLink>
            </>
          }
        />
        <UploadRow
          thumb={thumbs.xray}
          name={s('X-ray, left wrist', '左腕X光片')}
          state="failed"
          status={s('Connection lost at 31%. The photo is safe on this phone', '网络断了，停在31%。照片还在手机里')}
          remove={remove}
          actions={
            <Button size="sm" icon="refresh-cw">
              {s('Go on from 31%', '从31%接着传')}
            </Button>
          }
        />
      </div>
    </Row>
  )
}

export function Messages({ s }: { s: ChooseText }) {
  const close = { onClose: () => undefined, closeLabel: s('Close', '关闭') }
  return (
    <>
      <Row title={s('Toasts', '提示')}>
        <div className="sheet-line">
          <Toast
            tone="plain"
            text={s('Email changed. We sent a note to the old one', '邮箱已改，已通知原邮箱')}
            {...close}
          />
          <Toast
            tone="bad"
            text={s('This code has expired. Ask for a new one', '验证码已过期，请重新获取')}
            {...close}
          />
        </div>
      </Row>
      <Row title={s('Dialog', '对话框')}>
        <div className="sheet-back">
          <DialogBox
            id="d1"
            title={s('Still there?', '还在吗？')}
            actions={
              <>
                <Button look="primary">{s('Stay signed in', '继续登录')}</Button>
                <TextLink>{s('Sign out now', '现在退出')}</TextLink>
              </>
            }
          >
            {s(
              'To protect your information, we will sign you out in 1:48. Nothing you entered will be lost.',
              '为了安全，1:48后自动退出。您填的内容都会保留。',
            )}
          </DialogBox>
          <DialogBox
            id="d2"
            title={s('Withdraw this claim?', '撤回这个理赔？')}
            actions={
              <>
                <Button look="bad">{s('Withdraw the claim', '撤回理赔')}</Button>
                <Button>{s('Keep it', '不撤回')}</Button>
              </>
            }
          >
            {s(
              'We stop at once and decide nothing. You can send it again until 12 November 2028.',
              '我们会立即停止处理，不作决定。2028年11月12日之前都可以重新提交。',
            )}
          </DialogBox>
        </div>
      </Row>
      <Row title={s('Empty, waiting, lost', '空、等待、找不到')}>
        <div className="sheet-4">
          <Empty
            title={s('No claims yet', '还没有理赔')}
            action={
              <TextLink look="go" href="#a">
                {s('Start a claim', '申请理赔')}
              </TextLink>
            }
          >
            {s('Good. If you fall ill, start here and bring the invoice.', '这样最好。生病了就从这里开始，带上发票。')}
          </Empty>
          <Empty
            kind="offline"
            title={s('No connection', '网络断了')}
            action={
              <TextLink look="go" href="#b">
                {s('Try now', '现在重试')}
              </TextLink>
            }
          >
            {s('This list was saved at 14:20. It refreshes by itself.', '这份列表保存于14:20，恢复后会自动更新。')}
          </Empty>
          <Empty
            kind="notFound"
            title={s('Nothing at this address', '这个地址没有内容')}
            action={
              <TextLink look="go" href="#c">
                {s('Go home', '回首页')}
              </TextLink>
            }
          >
            {s('The page moved, or the link is cut short.', '页面已经移走，或者链接不完整。')}
          </Empty>
          <Empty
            kind="error"
            title={s('This did not load', '没有读取成功')}
            action={
              <TextLink look="go" href="#d">
                {s('Try again', '再试一次')}
              </TextLink>
            }
          >
            {s('The server did not answer. Nothing you entered is lost.', '服务器没有回应。您填过的内容都还在。')}
          </Empty>
          <Skeleton label={s('Loading claims', '正在读取理赔')} />
        </div>
      </Row>
    </>
  )
}
