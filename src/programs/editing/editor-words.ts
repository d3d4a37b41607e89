/**
 * Words of the editing screen, for editors. They are here and not in `public/locales`, because that folder is part of
 * the built site and this screen is not. A field or a collection without words does not compile.
 */
import type { Lang } from '../../lib/locale.ts'
import type { CollectionName, FieldName } from './editable-collections.ts'

export interface FieldLabel {
  label: string
  hint?: string
}

export const COLLECTION_WORDS: Record<Lang, Record<CollectionName, { label: string; one: string; about: string }>> = {
  en: {
    notices: { label: 'Notices', one: 'Notice', about: 'What changes and when. Shown under /notice.' },
    faq: { label: 'Questions', one: 'Question', about: 'Questions and answers. Shown under /claims/FAQ.' },
    guides: {
      label: 'Claims guides',
      one: 'Claims guide',
      about:
        'What to do, keep and send, one for each kind of case. Six headings: do first, keep, claim, what we check, when you are paid, what often goes wrong.',
    },
    articles: { label: 'Articles', one: 'Article', about: 'Longer texts. Shown under /information.' },
    other: {
      label: 'Other insurance',
      one: 'Product',
      about:
        'Cover in addition to the main plans: parents’ visit, travel, home, laptop. Shown under /other/list. One heading says what is not covered.',
    },
    overseas: {
      label: 'Overseas insurance',
      one: 'Product',
      about:
        'Cover that an overseas insurer sells itself. Shown under /overseas and /other/overseas/list. One heading says what is not covered, or plan names the plan that has the figures.',
    },
    legal: {
      label: 'Legal texts',
      one: 'Legal text',
      about: 'Agreement, privacy, complaints, licence. Raise the version with every change of the text.',
    },
    pages: {
      label: 'Pages',
      one: 'Page',
      about: 'How cover works, how fast claims are handled. Figures and diagrams there are drawn from data.',
    },
  },
  cn: {
    notices: { label: '公告', one: '公告', about: '什么有变化、何时生效，显示在 /notice。' },
    faq: { label: '常见问题', one: '问题', about: '问题与解答，显示在 /claims/FAQ。' },
    guides: {
      label: '理赔指南',
      one: '指南',
      about: '每类情形一篇：先做什么、留好什么、怎么申请、我们审核什么、多久到账、常见差错，六个标题不变。',
    },
    articles: { label: '文章', one: '文章', about: '可以慢慢读的长文，显示在 /information。' },
    other: {
      label: '其他保险',
      one: '产品',
      about: '主方案之外的保险：父母来访、旅行、居家、电脑，显示在 /other/list。须有“责任免除”一节。',
    },
    overseas: {
      label: '海外保险',
      one: '产品',
      about:
        '由海外保险公司自行销售的保险，显示在 /overseas 和 /other/overseas/list。须有“责任免除”一节，或用 plan 指明载有金额的方案。',
    },
    legal: { label: '法律文本', one: '文本', about: '协议、隐私、投诉、牌照。文字每改一次，版本号就要升一次。' },
    pages: { label: '页面', one: '页面', about: '保障怎么运作、理赔多快。页面上的数字和图由数据生成。' },
  },
}

export const FIELD_WORDS: Record<Lang, Record<FieldName | 'body', FieldLabel>> = {
  en: {
    title: { label: 'Title', hint: 'One line. For a question: the question as a reader would ask it.' },
    summary: { label: 'Summary', hint: 'One or two sentences. First on the page, in lists and in search results.' },
    answer: {
      label: 'Short answer',
      hint: 'The reply in one or two sentences. First on the page, in lists and in search results.',
    },
    version: {
      label: 'Version',
      hint: 'Raise it with every change of the text: a person accepts a version. Example: 1.1',
    },
    until: {
      label: 'Last day',
      hint: 'Only of an earlier version that stays readable: its last day. The current text links to it.',
    },
    date: { label: 'Date', hint: 'The day of the text. The same in both languages.' },
    draft: {
      label: 'Draft',
      hint: 'Shown in previews only, with “Draft” before its title. The site has no page of it until this is switched off.',
    },
    order: { label: 'Place in the list', hint: 'A whole number. Small numbers come first.' },
    pinned: { label: 'At the top of the list', hint: 'Stays at the top until the day below, which is then required.' },
    expires: {
      label: 'Last day on which it matters',
      hint: 'Afterwards the notice stays readable and is marked as past.',
    },
    topic: { label: 'Topic' },
    countries: {
      label: 'Countries',
      hint: 'For a guide to care in a country: whose numbers are shown on the page. Its list of hospitals and its plans link here. For a product: where it is valid.',
    },
    group: { label: 'Group' },
    documents: {
      label: 'Pictures of documents',
      hint: 'Good and bad examples of the documents that matter in this case, in the order of the page. Up to six.',
    },
    related: { label: 'Related', hint: 'Up to three texts that a reader may want next.' },
    next: { label: 'Related questions', hint: 'Up to three questions that a reader may want next.' },
    who: { label: 'Who may have it', hint: 'One sentence: for whom it is, and for whom not.' },
    insurer: { label: 'Insurer', hint: 'The name of a file in content/insurers, without its ending.' },
    plan: {
      label: 'Plan',
      hint: 'Where it is a plan of ours too: the name of its file in content/plans. Its figures are then shown, and none are given here.',
    },
    need: { label: 'What it is needed for' },
    currency: { label: 'Currency' },
    price: { label: 'Price', hint: 'In whole units of the currency.' },
    per: { label: 'What the price is for', hint: 'Each month begun, each year begun, or one trip.' },
    limit: { label: 'Most paid in total' },
    deductible: { label: 'Deductible' },
    share: { label: 'Share that the insurer pays, per cent' },
    evacuation: { label: 'Medical evacuation and return' },
    remains: { label: 'Return of remains' },
    ageFrom: { label: 'Youngest age' },
    ageTo: { label: 'Oldest age' },
    longest: { label: 'Longest cover, in days' },
    body: {
      label: 'Text',
      hint: 'Both languages have the same headings in the same order: H2 in the list at ¶, in plain markdown ## and a space before them. Figures of rules by name, such as {{limits.decisionDays}}. Links as plain paths: [notices](/notice).',
    },
  },
  cn: {
    title: { label: '标题', hint: '一行。问题类写成读者会问的那句话。' },
    summary: { label: '摘要', hint: '一两句话，显示在页面开头、列表和搜索结果中。' },
    answer: { label: '简短回答', hint: '用一两句话作答，显示在页面开头、列表和搜索结果中。' },
    version: { label: '版本', hint: '文字每改一次就升一次：用户同意的是某一个版本。例如：1.1' },
    until: { label: '最后一天', hint: '仅用于保留可读的旧版本：最后适用的一天。现行文本会链接到它。' },
    date: { label: '日期', hint: '文本的日期，两种语言相同。' },
    draft: { label: '草稿', hint: '仅在预览中可见，标题前注明“草稿”。关闭之后才会发布到网站。' },
    order: { label: '列表中的位置', hint: '整数，小的排在前面。' },
    pinned: { label: '置顶', hint: '置顶到下面填写的那一天，因此那一天必填。' },
    expires: { label: '最后有效日', hint: '过后公告仍可阅读，并标明已过期。' },
    topic: { label: '主题' },
    countries: {
      label: '国家和地区',
      hint: '就医指南所讲的国家和地区：页面列出当地急救电话，医院名单和方案页面会链接到这里。产品则填有效的国家和地区。',
    },
    group: { label: '分组' },
    documents: { label: '材料示例图', hint: '这类情形用到的材料，正反示例成对显示，按页面顺序选择，最多六种。' },
    related: { label: '相关内容', hint: '最多三篇，读者接下来可能想看的。' },
    next: { label: '相关问题', hint: '最多三个，读者接下来可能想问的。' },
    who: { label: '谁可以买', hint: '一句话：适合谁，不适合谁。' },
    insurer: { label: '保险公司', hint: 'content/insurers 中的文件名，不带扩展名。' },
    plan: { label: '方案', hint: '同时也是本站方案的，填 content/plans 中的文件名：金额取自方案，这里不再填写。' },
    need: { label: '用途' },
    currency: { label: '币种' },
    price: { label: '价格', hint: '以该币种的整数元填写。' },
    per: { label: '价格单位', hint: '按月（不足一月按一月）、按年或按次。' },
    limit: { label: '保额' },
    deductible: { label: '免赔额' },
    share: { label: '赔付比例（%）' },
    evacuation: { label: '医疗运送和送返' },
    remains: { label: '身故遗体送返' },
    ageFrom: { label: '年龄下限' },
    ageTo: { label: '年龄上限' },
    longest: { label: '保障期间上限（日）' },
    body: {
      label: '正文',
      hint: '两种语言的标题数量和顺序相同：在¶列表中选H2，用 markdown 写则在前面加##和空格。规则中的数字写名称，例如 {{limits.decisionDays}}。链接写站内路径：[公告](/notice)。',
    },
  },
}

/** Words of the screen around the editor. */
export const SCREEN_WORDS = {
  en: {
    title: 'Youfang: editing',
    other: '中文',
    page: 'Page',
    pageAbout: 'The page as the site shows it, after saving',
    inEnglish: 'English',
    inChinese: '中文',
    open: 'Open in a tab of its own',
    choose: 'Open an entry on the left to see its page.',
    problems: 'To correct',
    warnings: 'Warnings',
    none: 'Nothing to correct',
    checking: 'Checking',
    noCheck: 'The check did not run: {{reason}}',
    problemsAbout:
      'What npm run content -- check says. The site is not built until everything here is corrected; what is listed under “Warnings” does not stop it.',
    close: 'Close',
    slug: 'Address of the page: lower-case letters, digits and hyphens. It cannot be changed later.',
    slugForm: 'Lower-case letters, digits and hyphens only, such as bank-holiday-october',
    versionForm: 'Two numbers with a point between them, such as 1.1',
  },
  cn: {
    title: '有方：编辑',
    other: 'English',
    page: '页面',
    pageAbout: '保存之后，网站上的实际页面',
    inEnglish: 'English',
    inChinese: '中文',
    open: '在新标签页打开',
    choose: '在左侧打开一篇，即可在这里看到页面。',
    problems: '待改正',
    warnings: '请留意',
    none: '没有需要改正的地方',
    checking: '正在检查',
    noCheck: '检查未能运行：{{reason}}',
    problemsAbout: '即 npm run content -- check 的结果。全部改正之后网站才能构建；“请留意”之下的不影响构建。',
    close: '关闭',
    slug: '页面地址：小写字母、数字和连字符。以后不能更改。',
    slugForm: '只能用小写字母、数字和连字符，例如 bank-holiday-october',
    versionForm: '两个数字，中间一个点，例如 1.1',
  },
} as const satisfies Record<Lang, Record<string, string>>
