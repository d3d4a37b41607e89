/**
 * Style of the sandbox gateway: the site's tokens (look.md), on another background so that nobody takes it for the
 * shop.
 */
export const STYLE = `
@font-face{font-family:Figtree;src:url(/fonts/figtree-5.3.0.woff2) format("woff2");font-weight:300 900;font-display:swap}
:root{color-scheme:light dark;--paper:#fbfaf7;--surface:#fff;--line:#e6e2da;--edge:#7d8785;--ink:#17252b;--ink2:#46555a;--teal:#0f5c63;--tint:#e4f0ee;--accent:#f28c5b;--accent2:#e87c48;--warn:#7d5200;--warntint:#fbf1d6}
@media(prefers-color-scheme:dark){:root{--paper:#10191c;--surface:#162226;--line:#293a3f;--edge:#72858a;--ink:#f0ede6;--ink2:#b7c2c3;--teal:#7fcbc8;--tint:#16343a;--accent:#f59b6e;--accent2:#ffb088;--warn:#ebc26a;--warntint:#332810}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.62 Figtree,system-ui,-apple-system,"PingFang SC","Noto Sans SC",sans-serif;font-variant-numeric:tabular-nums}
:lang(zh-CN){line-height:1.75;text-autospace:normal}
.bar{display:flex;justify-content:space-between;align-items:center;max-width:640px;margin:0 auto;padding:12px 20px}
.name{margin:0;font-weight:600}
a{color:var(--teal);display:inline-flex;align-items:center;min-height:44px}
:focus-visible{outline:3px solid var(--teal);outline-offset:2px;border-radius:6px}
.strip{margin:0;padding:10px 20px;background:var(--warntint);color:var(--warn);text-align:center;font-weight:600;font-size:14px}
main{max-width:640px;margin:0 auto;padding:32px 20px 64px}
h1{font-size:17px;font-weight:400;line-height:1.3;margin:0 0 24px;color:var(--ink2)}
h1 strong{display:block;font-size:44px;line-height:1.15;font-weight:600;color:var(--ink);margin-top:4px}
h2{font-size:18px;line-height:1.4;margin:32px 0 8px}
dl{margin:0 0 32px;border-top:1px solid var(--ink)}
dl div{display:grid;grid-template-columns:minmax(112px,160px) 1fr;gap:16px;padding:12px 0;border-bottom:1px solid var(--line)}
dt{color:var(--ink2)}dd{margin:0;overflow-wrap:anywhere}
fieldset{border:0;margin:0 0 24px;padding:0}
legend{font-size:18px;font-weight:600;padding:0}
fieldset p{margin:4px 0 12px;color:var(--ink2);font-size:14px}
label{display:flex;gap:12px;padding:12px 0;border-top:1px solid var(--line);cursor:pointer}
label:last-child{border-bottom:1px solid var(--line)}
label span{display:block}small{display:block;font-size:14px;line-height:1.5;color:var(--ink2)}
input[type=radio]{width:24px;height:24px;margin:1px 0;accent-color:var(--teal);flex:none}
.actions{display:grid;gap:12px}
button,.button{font:inherit;font-weight:600;min-height:48px;padding:8px 22px;border-radius:12px;border:1px solid var(--edge);background:var(--surface);color:var(--ink);cursor:pointer;text-decoration:none;justify-content:center}
button:hover{background:var(--tint)}
.accent{background:var(--accent);border-color:var(--accent);color:#17252b;min-height:56px}
.accent:hover{background:var(--accent2)}
article{border-top:1px solid var(--line);padding:12px 0}article h2{margin:0}article p,article ul{margin:4px 0}
.fault{display:flex;gap:16px;justify-content:space-between;align-items:center;border-top:1px solid var(--line);padding:12px 0}.fault p{margin:0}
.figure{white-space:nowrap}
@media(min-width:560px){.actions{grid-template-columns:repeat(3,1fr)}.accent{grid-column:1/-1}}
`
