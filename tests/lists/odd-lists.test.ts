import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { readAsScreen } from './read-as-screen.ts'

const shop = await openShop()
const PARTS = [
  ['TCB-5512-4K', 'T-Con Board 55 inch 4K'],
  ['LED-32-12', 'LED Strip 32 inch'],
  ['PSU-24-180', 'Power Supply 180 W'],
  ['0004711', 'Remote Control A'],
  ['4711', 'Remote Control B'],
  ['100245', 'Speaker Pair 10 W'],
  ['SC-M3/12', 'Screw M3 x 12'],
] as const
for (const [partNumber, name] of PARTS) await shop.addPart({ partNumber, name, price: 2 })

/** What a list says, line by line: 'number x pieces', 'number asks', 'unknown'; 'columns' where the buyer is asked for them. */
async function read(text: string): Promise<string> {
  const list = await readAsScreen(shop.visitor, new Uint8Array(strToU8(text)))
  if (!list) return 'columns'
  return list.lines.map(({ number, pieces }) => (number === undefined ? 'unknown' : `${number} ${pieces ?? 'asks'}`)).join(', ')
}

const T = 'TCB-5512-4K'
const L = 'LED-32-12'
const P = 'PSU-24-180'

test.each<[string, string, string]>([
  ['Turkish titles', `Sıra;Parça No;Açıklama;Adet\n1;${T};Kart;2.000\n2;${L};Şerit;1.250`, `${T} 2000, ${L} 1250`],
  ['Russian titles', `№;Артикул;Наименование;Кол-во\n1;${T};Плата;2000\n2;${L};Лента;3000`, `${T} 2000, ${L} 3000`],
  ['Chinese titles', `序号,料号,名称,数量\n1,${T},逻辑板,2000\n2,${L},灯条,3000`, `${T} 2000, ${L} 3000`],
  ['Japanese titles and full-width digits', `品番\t数量\n${T}\t２０００\n${L}\t３，０００`, `${T} 2000, ${L} 3000`],
  ['Arabic titles', `رقم القطعة;الكمية\n${T};2000\n${L};3000`, `${T} 2000, ${L} 3000`],
  ['Arabic digits', `${T};٢٠٠٠\n${L};3000`, `${T} asks, ${L} 3000`],
  ['Hungarian titles', `Cikkszám;Megnevezés;Mennyiség\n${T};Panel;2000 db\n${L};Szalag;3000 db`, `${T} asks, ${L} asks`],
  ['Swedish titles', `Artikelnr;Benämning;Antal\n${T};Kort;2 000\n${L};List;3 000`, `${T} 2000, ${L} 3000`],
  ['Portuguese titles', `Código;Descrição;Quantidade\n${T};Placa;2.000\n${L};Fita;1.250`, `${T} 2000, ${L} 1250`],
  ['Czech titles', `Kód;Popis;Množství\n${T};Deska;2000 ks\n${L};Pásek;3000 ks`, `${T} 2000, ${L} 3000`],
  ['Indian groups', `Part,Qty\n${T},"2,50,000"\n${L},"1,00,000"`, `${T} 250000, ${L} 100000`],
  ['Swiss groups', `${T};2'500\n${L};12’500`, `${T} 2500, ${L} 12500`],
  ['a range', `${T} x 2000-3000\n${L};1000-1500`, 'unknown, unknown'],
  ['a range in a table', `${T};2000-3000\n${L};4000`, `${T} asks, ${L} 4000`],
  ['about so many', `${T};ca. 2000\n${L};4000\n${P};~500`, `${T} asks, ${L} 4000, ${P} asks`],
  ['boxes and reels', `${T};2 boxes\n${L};3 Rollen\n${P};4000`, `${T} asks, ${L} asks, ${P} 4000`],
  ['pairs and dozens', `${T} - 10 pairs\n${L} x 5 dozen`, 'unknown, unknown'],
  ['words for numbers', `${T};two thousand\n${L};4000\n${P};5000`, `${T} asks, ${L} 4000, ${P} 5000`],
  ['a formula that was saved as text', `${T};=B1*2\n${L};4000`, `${T} asks, ${L} 4000`],
  ['errors of a spreadsheet', `${T};#DIV/0!\n${L};Err:502\n${P};4000`, `${T} asks, ${L} asks, ${P} 4000`],
  ['powers of ten', `${T};2E+03\n${L};4000`, `${T} asks, ${L} 4000`],
  ['negative numbers', `${T};-2000\n${L};(4000)\n${P};5000`, `${T} asks, ${L} asks, ${P} 5000`],
  ['a plus behind', `${T};2000+\n${L};4000`, `${T} asks, ${L} 4000`],
  ['a question mark', `${T}?;2000\n${L};4000?`, `${T} 2000, ${L} asks`],
  ['decimals beside groups', `${T};1.250,00\n${L};12.000`, `${T} 1250, ${L} 12000`],
  ['one reading that nothing proves', `${T};12.000\n${L};500`, `${T} asks, ${L} 500`],
  ['zeros in front that are part of the number', 'Part;Qty\n0004711;2000\n4711;3000', '0004711 2000, 4711 3000'],
  ['part numbers of digits beside pieces', '100245;2000\n4711;3000', '100245 2000, 4711 3000'],
  ['pieces before digits', '2000;100245\n3000;4711', '100245 2000, 4711 3000'],
  ['an empty column between', `${T};;2000\n${L};;3000`, `${T} 2000, ${L} 3000`],
  ['empty columns around', `;${T};;2000;\n;${L};;3000;`, `${T} 2000, ${L} 3000`],
  ['titles over several rows', `Order 2026;;\nPart;;Quantity\nNumber;;(pcs)\n${T};;2000\n${L};;3000`, `unknown, ${T} 2000, ${L} 3000`],
  ['a merged title', `Positions;;\nPart number;Qty;\n${T};2000;\n${L};3000;`, `${T} 2000, ${L} 3000`],
  ['two numbers of pieces', `Part;Qty per board;Order qty\n${T};2;2000\n${L};3;3000`, `${T} 2000, ${L} 3000`],
  ['two numbers of pieces under the same title', `Part;Qty;Qty\n${T};2;2000\n${L};3;3000`, 'columns'],
  ['prices beside pieces', `${T};2000;4,50\n${L};3000;12,00`, `${T} 2000, ${L} 3000`],
  ['whole prices beside pieces', `${T};2000;4\n${L};3000;12`, 'columns'],
  ['a maker’s number and the shop’s', `MPN;Our number;Qty\nSTM32F103;${T};2000\nLM317;${L};3000`, `${T} 2000, ${L} 3000`],
  ['a maker’s number alone', 'MPN;Qty\nSTM32F103;2000\nLM317;3000', 'unknown, unknown'],
  ['a maker’s number that ends like a part', `MPN;Qty\nX-${T};2000\n${T}-X;3000`, 'unknown, unknown'],
  ['mixed separators', `${T};2000\n${L},3000\n${P}\t4000`, `${T} 2000, ${L} 3000, ${P} 4000`],
  ['a bar', `| Part | Qty |\n|---|---|\n| ${T} | 2000 |\n| ${L} | 3000 |`, `${T} 2000, ${L} 3000`],
  ['a mail', `Hello,\n\nplease quote:\n- ${T}: 2,000 pcs\n* ${L} - 3k\n\nThanks\nKim`, `${T} 2000, ${L} 3000`],
  ['a price in a line', `${T} 2000 @ 4.50\n${L} 3000 pcs à 1,20 €`, 'unknown, unknown'],
  ['a day in a line', `${T} 2000 pcs by 01.05.2026\n${L}, 3000, 2026-05-01`, 'unknown, unknown'],
  ['numbers of positions', `1) ${T} 2000\n2) ${L} 3000\n10. ${P}; 4000`, `${T} 2000, ${L} 3000, ${P} 4000`],
  ['positions without a mark', `1 ${T} 2000\n2 ${L} 3000`, 'unknown, unknown'],
  ['measures that look like pieces', 'Screw M3 x 12\nScrew M3 x 12 x 2000', 'SC-M3/12 1000, SC-M3/12 2000'],
  ['a name that ends in a unit', 'Speaker Pair 10 W\nPower Supply 180 W; 2000', '100245 1000, PSU-24-180 2000'],
  ['marks of direction and no width', `\u200e${T};\u200f2000\n${L}\u200b;3000`, `${T} 2000, ${L} 3000`],
  ['no-break blanks', `${T}\u00a0x\u00a02\u00a0000\n${L};3\u202f000`, `${T} 2000, ${L} 3000`],
  ['other dashes', `TCB–5512–4K;2000\nLED‑32‑12;3000`, `${T} 2000, ${L} 3000`],
  ['quantities without a part', `;2000\n${T};3000`, `${T} 3000`],
  ['a total below', `Part;Qty\n${T};2000\n${L};3000\nTotal;5000`, `${T} 2000, ${L} 3000`],
  ['a subtotal without a word', `Part;Qty\n${T};2000\n${L};3000\n;5000`, `${T} 2000, ${L} 3000`],
  ['the same part twice', `${T};2000\n${T};3000`, `${T} 2000, ${T} 3000`],
  ['an inch sign in quotation marks', `"Part";"Text";"Qty"\n"${T}";"Board 55" 4K";"2000"\n"${L}";"Strip";"3000"`, `${T} 2000, ${L} 3000`],
  ['quotation marks around lines', `"${T} x 2000"\n"${L} x 3000"`, `${T} 2000, ${L} 3000`],
  ['more than the shop can have', `${T};99999999999\n${L};3000`, `${T} asks, ${L} 3000`],
  ['zero pieces', `${T};0\n${L};3000`, `${T} asks, ${L} 3000`],
  ['a half', `${T};½\n${L};2000,5`, 'columns'],
  ['a unit that is not known, in every line', `${T};2000 db\n${L};3000 db`, 'columns'],
  ['a unit that is not known under a strange title', `Cikkszám;Kért\n${T};2000 db\n${L};3000 db`, 'columns'],
  ['thousands with capitals', `${T} - 4K\n${L}, 2,5k\n${P}: 3k`, `unknown, ${L} 2500, ${P} 3000`],
  ['one line without anything around', T, `${T} 1000`],
  ['one line with an unclear number', `${T};?`, 'columns'],
  ['one written line with an unclear number', `${T} x ?`, 'unknown'],
  ['titles alone', 'Part;Qty', ''],
  ['a column of figures that are all in doubt', `Part;Text;Menge\n${T};a;?\n${L};b;-`, `${T} asks, ${L} asks`],
  ['a number of pieces in the description', `${T};pack of 10;2000\n${L};set of 3;3000`, `${T} 2000, ${L} 3000`],
  ['pieces in front of the part, with a unit', `2000 pz ${T}\n3.000 pezzi ${L}\n1.250 pz ${P}`, `${T} 2000, ${L} 3000, ${P} 1250`],
  ['Korean', `품번\t수량\n${T}\t2,000\n${L}\t3,000개`, `${T} 2000, ${L} asks`],
  ['Chinese words for pieces', `${T} 2000个\n${L}，3000件`, `${T} 2000, unknown`],
  ['French', `Réf. ; Qté\n${T} ; 2 000\n${L} ; 1 500,00`, `${T} 2000, ${L} 1500`],
  ['percentages and currencies', `${T};50%\n${L};$2000\n${P};3000`, `${T} asks, ${L} asks, ${P} 3000`],
  ['times as many', `${T};2x1000\n${L};2 x 1000\n${P};3000`, `${T} asks, ${L} 2000, ${P} 3000`],
  ['a sum', `${T};1000+500\n${L};3000`, `${T} asks, ${L} 3000`],
  ['a number with letters around', `${T};2OOO\n${L};3000\n${P};4000`, `${T} asks, ${L} 3000, ${P} 4000`],
  ['alternatives', `${T} or ${L};2000\n${P};3000`, `unknown, ${P} 3000`],
  ['a part number that is cut off', `TCB-5512;2000\n${L};3000`, `unknown, ${L} 3000`],
  ['a revision behind the part number', `${T} Rev 2;2000\n${L};3000`, `unknown, ${L} 3000`],
  ['cancelled lines', `${T};2000\n-- ${L};3000 --`, `${T} 2000, ${L} asks`],
  [
    'a title with a word for pieces beside places on a board',
    `No;Name;PCB Qty;Designators\n1;${T};30;X1\n2;${L};2;\n3;${P};4;"F1,F2,F3,F4"`,
    `${T} 30, ${L} 2, ${P} 4`,
  ],
  [
    'a column that counts the rows as 1.0, 2.0, with the few known parts far below',
    `ID,Level,Qty,Vendor ref\n${Array.from({ length: 60 }, (_, at) => `${at + 1}.0,1.0,${at + 10}.0,${at === 33 ? T : `77-${at}`}`).join('\n')}`,
    Array.from({ length: 60 }, (_, at) => (at === 33 ? `${T} 43` : 'unknown')).join(', '),
  ],
  ['a column that only counts, and no known part', 'ID,Qty\n1.0,2000\n2.0,3000\n3.0,1000', 'columns'],
  ['a first line that names the separator in quotation marks', `"sep=;"\nPart;Qty\n${T};2000\n${L};3,5`, `${T} 2000, ${L} asks`],
  ['thousands in front', `4k ${T}\n3k x ${L}\n2.5k x Power Supply 180 W`, `${T} 4000, ${L} 3000, ${P} 2500`],
  ['a quoted mail', `> ${T}: 2000\n> > ${L}: 3000`, `${T} 2000, ${L} 3000`],
])('%s', async (_, list, answer) => {
  expect(await read(list)).toBe(answer)
})
