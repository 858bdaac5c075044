import { expect, test } from 'vitest'
import { readStatementFile } from './read-statement-file.ts'
import { UnreadableStatement } from './statement.ts'

const read = (file: string, hints = {}) =>
  readStatementFile(new TextEncoder().encode(file), { currency: 'USD', account: 'DE00TEST', ...hints })
const movementsOf = (file: string, hints = {}) => read(file, hints).statements.flatMap(({ movements }) => movements)
const amountsOf = (file: string) => movementsOf(file).map(({ amount }) => amount)
const refusal = (file: string) => {
  try {
    return `read: ${JSON.stringify(read(file))}`
  } catch (error) {
    if (error instanceof UnreadableStatement) return error.message
    throw error
  }
}

test.each([
  ['1,234.50 DR', -123_450],
  ['1,234.50 CR', 123_450],
  ['1,234.50CR', 123_450],
  ['DR 1,234.50', -123_450],
  ['D 1,234.50', -123_450],
  ['1.234,50 S', -123_450],
  ['1.234,50 H', 123_450],
  ['1.234,50 Soll', -123_450],
  ['1 234,50 Débit', -123_450],
  ['- $1,234.50', -123_450],
  ['($1,234.50)', -123_450],
  ['\u200e1,234.50-', -123_450],
  ['1,234.50 USD', 123_450],
  ['1’234.50', 123_450],
  ['1.234,-', 123_400],
  ['-1.234,-', -123_400],
  ['1E5', 10_000_000],
  ['-1.5E+3', -150_000],
])('the amount %s has its sign and all of its digits', (written, amount) => {
  expect(amountsOf(`Date;Amount\n2026-11-24;"${written}"\n`)).toEqual([amount])
})

test.each(['1,234.50 XX', '-5.00 CR', '(5.00', '5.00 DR CR', '1,50 EUR USD', '5.00 + 2.00', '1.5E-3', '1 23', '5.00*', 'N/A'])(
  'the amount %s is refused with its row',
  (written) => {
    expect(refusal(`Date;Amount\n2026-11-24;1.00\n2026-11-24;"${written}"\n`)).toMatch(/^Row 3: '.*\.$/)
  },
)

test.each([
  ['D/C', 'D', 'C'],
  ['Soll/Haben', 'S', 'H'],
  ['S/H', 'Soll', 'Haben'],
  ['Sens', 'Débit', 'Crédit'],
  ['Dr/Cr', 'DR', 'CR'],
  ['Af Bij', 'Af', 'Bij'],
  ['Dare/Avere', 'D', 'A'],
  ['Segno', 'Uscita', 'Entrata'],
  ['Signo', 'Cargo', 'Abono'],
  ['Debe/Haber', 'Debe', 'Haber'],
  ['+/-', '-', '+'],
  ['Indicator', 'DBIT', 'CRDT'],
  ['Type', 'Withdrawal', 'Deposit'],
  ['Transaction Type', 'ACH_DEBIT', 'ACH_CREDIT'],
  ['Buchungsart', 'SEPA-Lastschrift', 'SEPA-Gutschrift'],
  ['Xy', 'D', 'C'],
])('a column %s with %s and %s beside unsigned amounts is the sign', (title, out, came) => {
  const file = `Datum;${title};Text;Betrag\n24.11.2026;${out};Miete;10,00\n25.11.2026;${came};O-000123;20,00\n`
  expect(movementsOf(file).map(({ amount, text }) => [text, amount])).toEqual([
    ['Miete', -1_000],
    ['O-000123', 2_000],
  ])
})

test('a direction that is not known, that is missing or that contradicts a sign is refused', () => {
  const file = (title: string, one: string, other: string, amount = '10.00') =>
    refusal(`Date,${title},Amount\n2026-11-24,${one},${amount}\n2026-11-25,${other},20.00\n`)
  expect(file('D/C', 'D', 'X')).toBe("Row 3: 'X' in the column 'D/C' is neither credit nor debit.")
  expect(file('D/C', 'D', '')).toContain('neither credit nor debit')
  expect(file('Kind', 'D', 'Y')).toContain('neither credit nor debit')
  expect(file('Kind', 'Q', 'Y')).toContain('neither credit nor debit')
  expect(file('Type', 'Direct debit', 'Transfer')).toContain('neither credit nor debit')
  expect(file('D/C', 'C', 'C', '-10.00')).toContain('another sign')
})

test('a column with the title of a direction is the only one, whatever codes stand beside it', () => {
  const file = 'Datum,Code,Af Bij,Bedrag (EUR)\n20261124,DV,Af,"10,00"\n20261125,OV,Bij,"20,00"\n'
  expect(amountsOf(file)).toEqual([-1_000, 2_000])
})

test.each([
  ['Date operation;Libelle operation;Montant operation en euro', '25/11/2026;O-000123;1 234,50', 'EUR'],
  ['Date;Libellé;Débit euros;Crédit euros;', '25/11/2026;O-000123;;1 234,50;', 'EUR'],
  ['Data;Operazione;Dettagli;Valuta;Importo', '25/11/2026;Bonifico;O-000123;EUR;1.234,50', 'EUR'],
  ['#Data operacji;#Opis operacji;#Kwota;', '2026-11-25;O-000123;1 234,50 PLN;', 'PLN'],
  ['Date;Text;AmountGBP', '25 Nov 2026;O-000123;1,234.50', 'GBP'],
])('the titles %s', (titles, row, currency) => {
  expect(movementsOf(`${titles}\n${row}\n`)[0]).toMatchObject({ bookedOn: '2026-11-25', amount: 123_450, currency, text: 'O-000123' })
})

test('kinds beside signed amounts are no signs', () => {
  const file = 'Date,Type,Amount\n2026-11-24,Direct debit,-10.00\n2026-11-25,Transfer,20.00\n2026-11-26,Returned direct debit,5.00\n'
  expect(amountsOf(file)).toEqual([-1_000, 2_000, 500])
})

test('credits and debits: a minus among the credits is a minus; withdrawals may all have one, or none', () => {
  const file = (...rows: string[]) => `Date;Debit;Credit\n${rows.map((row) => `2026-11-24;${row}\n`).join('')}`
  expect(amountsOf(file(';100.50', ';-100.50', '3.00;', '0.00;7.00'))).toEqual([10_050, -10_050, -300, 700])
  expect(amountsOf(file('-3.00;', '-4.00;', ';5.00'))).toEqual([-300, -400, 500])
  expect(refusal(file('-3.00;', '4.00;'))).toContain('some debits have a minus')
  expect(refusal(file('3.00;4.00'))).toBe('Row 2: it has both a credit and a debit.')
})

test.each([
  ['Date;Libellé;Débit;Crédit', '26/11/2026'],
  ['Fecha;Concepto;Cargo;Abono', '26/11/2026'],
  ['Fecha operación;Descripción;Debe;Haber', '26/11/2026'],
  ['Data;Descrizione;Uscite;Entrate', '26/11/2026'],
  ['Data contabile;Causale;Addebiti;Accrediti', '26/11/2026'],
  ['Datum;Omschrijving;Af;Bij', '26-11-2026'],
  ['Buchungstag;Verwendungszweck;Soll;Haben', '26.11.2026'],
  ['Date;Details;Money out;Money in', '26/11/2026'],
])('money out and in under %s', (titles, day) => {
  const file = `${titles}\n${day};Frais;12,50;\n${day};O-000123;;1.234,50\n`
  expect(movementsOf(file).map(({ amount, text }) => [text, amount])).toEqual([
    ['Frais', -1_250],
    ['O-000123', 123_450],
  ])
})

test('a row with more cells than titles is refused with its number, also below titles that end with a separator', () => {
  expect(refusal('Date,Text,Amount\n2026-11-24,a,10.00\n2026-11-25,b,1,234.50\n')).toMatch(/^Row 3 has more cells/)
  expect(refusal('Date,Text,Amount,\n2026-11-25,b,1,234.50\n')).toMatch(/^Row 2 has more cells/)
  expect(amountsOf('Date,Text,Amount\n2026-11-24,a,10.00,,\n')).toEqual([1_000])
})

test('a file whose titles are more than the cells of any row is refused: a title too many moves the others', () => {
  expect(refusal('Date,Coun,ter party,Amount,Balance\n2026-11-25,a,10.00,99.00\n')).toMatch(/^No row has as many cells as the titles/)
  expect(amountsOf('Date,Text,Amount,Notes\n2026-11-24,a,10.00\n2026-11-25,b,20.00,x\n')).toEqual([1_000, 2_000])
})

test('the currency is that of its column, of the amount, of the title, or of the lines before; two that differ are refused', () => {
  const currencyOf = (file: string) => movementsOf(file)[0]!.currency
  expect(currencyOf('Date;Amount;Currency\n2026-11-24;5.00;CHF\n')).toBe('CHF')
  expect(currencyOf('Datum;Betrag (EUR)\n24.11.2026;5,00\n')).toBe('EUR')
  expect(currencyOf('Datum;Umsatz in EUR\n24.11.2026;5,00\n')).toBe('EUR')
  expect(currencyOf('Datum;Betrag (€)\n24.11.2026;5,00\n')).toBe('EUR')
  expect(currencyOf('Kontostand:;1.234,00 EUR\n\nDatum;Betrag\n24.11.2026;5,00\n')).toBe('EUR')
  expect(currencyOf('Währung;EUR\nDatum;Betrag\n24.11.2026;5,00\n')).toBe('EUR')
  expect(currencyOf('Datum;Betrag\n24.11.2026;5,00\n')).toBe('USD')
  expect(refusal('Datum;Betrag;Währung\n24.11.2026;5,00 EUR;USD\n')).toContain('its currency is USD')
  expect(currencyOf('Datum;Betrag\n24.11.2026;5,00 €\n')).toBe('EUR')
})

test('forints have two places, as ISO 4217 has them; yen have none, and dinars three', () => {
  const amountOf = (amount: string, currency: string) => amountsOf(`Date;Amount;Currency\n2026-11-24;${amount};${currency}\n`)[0]
  expect(amountOf('1000.50', 'HUF')).toBe(100_050)
  expect(amountOf('1000', 'JPY')).toBe(1_000)
  expect(amountOf("1'000.500", 'KWD')).toBe(1_000_500)
  expect(refusal('Date;Amount;Currency\n2026-11-24;10.50;JPY\n')).toContain('no amount in this currency')
})

test('each column has its days in its own form, and a column that has two is refused', () => {
  const file = 'Booking date;Value date;Amount\n2026-11-25;26.11.2026;1,50\n'
  expect(movementsOf(file)[0]).toMatchObject({ bookedOn: '2026-11-25', valueOn: '2026-11-26' })
  expect(refusal('Date;Amount\n25/11/2026;1.50\n11/26/2026;1.50\n')).toContain('in two forms')
  expect(refusal('Booking date;Value date;Amount\n03/04/2026;25/04/2026;1.50\n')).toContain('month first')
  expect(movementsOf('Booking date;Value date;Amount\n03/04/2026;25/04/2026;1.50\n', { dates: 'day-first' })[0]!.bookedOn).toBe(
    '2026-04-03',
  )
})

test.each(['25-Nov-2026', '25. November 2026', '25 novembre 2026', '25 de noviembre de 2026', 'Nov 25, 2026', '25 nov 26'])(
  'the day %s is read',
  (day) => {
    expect(movementsOf(`Date;Amount\n${day};1.50\n`)[0]!.bookedOn).toBe('2026-11-25')
  },
)

test('rows of balances and sums are left out and counted', () => {
  const file = `Date;Text;Amount;Balance
2026-11-01;Beginning balance as of 11/01/2026;;1000.00
2026-11-25;Balance of O-000123;500.00;1500.00
2026-11-30;Closing balance;1500.00;1500.00
;Total;500.00;
Saldo 30.11.2026;;;1500.00
`
  expect(read(file).statements).toEqual([
    expect.objectContaining({
      leftOut: 4,
      pending: 0,
      movements: [expect.objectContaining({ amount: 50_000, text: 'Balance of O-000123' })],
    }),
  ])
  expect(refusal('Date;Text;Amount\n2026-11-25;Rent;\n')).toBe('Row 2: it has no amount.')
  expect(refusal('Date;Text;Amount\nsoon;Rent;5.00\n')).toContain('is no day')
})

test.each([
  ['Status', 'Pending', 'Posted'],
  ['Info', 'Umsatz vorgemerkt', 'Umsatz gebucht'],
  ['Status', 'Vorgemerkt', 'Gebucht'],
  ['Statut', 'En attente', 'Comptabilisé'],
  ['Estado', 'Pendiente', 'Contabilizado'],
  ['Stato', 'Non contabilizzato', 'Contabilizzato'],
  ['State', 'not booked', 'booked'],
  ['Soort', 'Gereserveerd', 'Overboeking'],
])('a row whose %s is %s is announced, counted and not booked', (title, announced, booked) => {
  const file = `Date;Text;Amount;${title}\n2026-11-25;one;-1.00;${booked}\n2026-11-26;two;2.00;${announced}\n`
  expect(read(file).statements).toEqual([
    expect.objectContaining({ pending: 1, leftOut: 0, movements: [expect.objectContaining({ text: 'one' })] }),
  ])
})

test('an announced row without a day is counted, and one that failed is left out', () => {
  const file = 'Buchungstag;Text;Betrag\noffen;two;2,00\n25.11.2026;one;1,00\n'
  expect(read(file).statements[0]).toMatchObject({ pending: 1, movements: [{ text: 'one' }] })
  expect(amountsOf('Date;Type;Amount\n2026-11-25;Processing fee;-1.00\n2026-11-25;Scheduled transfer;2.00\n')).toEqual([-100, 200])
  expect(read('Date;Amount;State\n2026-11-25;1.00;DECLINED\n2026-11-25;2.00;COMPLETED\n').statements[0]).toMatchObject({
    leftOut: 1,
    movements: [{ amount: 200 }],
  })
})

test('the purpose is the text, from all of its columns; a kind is it only where there is nothing else', () => {
  const textOf = (file: string) => movementsOf(file)[0]!.text
  expect(textOf('Datum;Buchungstext;Verwendungszweck;Betrag\n24.11.2026;GUTSCHRIFT;O-000123;5,00\n')).toBe('O-000123')
  expect(textOf('Datum;Buchungstext;Betrag\n24.11.2026;O-000123;5,00\n')).toBe('O-000123')
  expect(textOf('Datum;Buchungstext;Verwendungszweck;Betrag\n24.11.2026;GUTSCHRIFT;;5,00\n')).toBe('GUTSCHRIFT')
  expect(textOf('Datum;Verwendungszweck 1;Verwendungszweck 2;Betrag\n24.11.2026;Order;O-000123;5,00\n')).toBe('Order O-000123')
  expect(textOf('Date,Details,Description,Amount\n11/24/2026,CREDIT,ACME O-000123,5.00\n')).toBe('ACME O-000123')
  expect(textOf('Date,Description,Memo,Amount\n11/24/2026,ACME,O-000123,5.00\n')).toBe('ACME O-000123')
  expect(textOf('Date,Zusatz,Amount,Balance\n11/24/2026,for O-000123,5.00,10.00\n')).toBe('for O-000123')
})

test('the separator is the one of the titles, and a line that names it is passed over', () => {
  expect(movementsOf('sep=;\nDate;Text;Amount\n2026-11-25;a, b, c;1,50\n')[0]).toMatchObject({ text: 'a, b, c', amount: 150 })
  expect(movementsOf('Date\tText\tAmount\n2026-11-25\ta, b; c\t1,50\n')[0]).toMatchObject({ text: 'a, b; c', amount: 150 })
})

test.each([
  ["Date de l'écriture;Détail de l'opération;Montant de l'opération", 'bank words of a movement in French'],
  ['Booked at;Transaction narrative;Amount', 'a day without the word'],
  ['Buchungsdatum;Umsatzdetails;Buchungsbetrag', 'compounds'],
  ['Fecha operativa;Detalle del movimiento;Importe de la operación', 'articles'],
])('the titles %s: %s', (titles) => {
  const row = { bookedOn: '2026-11-25', amount: 123_450, text: 'O-000123' }
  expect(movementsOf(`${titles}\n25/11/2026;O-000123;1 234,50\n`)).toEqual([expect.objectContaining(row)])
})

test('a column of days without a known title is the day of booking where only the value day has one', () => {
  const days = (titles: string, row: string) => movementsOf(`${titles}\n${row}\n`).map(({ bookedOn, valueOn }) => [bookedOn, valueOn])
  expect(days('Xy;Fecha valor;Importe', '2026-11-25;2026-11-26;1,50')).toEqual([['2026-11-25', '2026-11-26']])
  expect(days('Xy;Yz;Fecha valor;Importe', '2026-11-25;2026-11-27;2026-11-26;1,50')).toEqual([['2026-11-26', '2026-11-26']])
})

test('an account is ours before the payers and where it is one beside many, else that of the payer', () => {
  const accounts = (titles: string, ...rows: string[]) =>
    read(`${titles}\n${rows.map((row) => `2026-11-25;1,50;${row}\n`).join('')}`).statements.flatMap(({ account, movements }) =>
      movements.map(({ payerAccount }) => [account, payerAccount]),
    )
  const two = [
    ['DE00TEST', 'AT01'],
    ['DE00TEST', 'NL02'],
  ]
  expect(accounts('Date;Amount;Payee;Account number', 'One;AT01', 'Two;NL02')).toEqual(two)
  expect(accounts('Date;Amount;Text;IBAN', 'One;AT01', 'Two;NL02')).toEqual(two)
  expect(accounts('Date;Amount;Name Zahlungsbeteiligter;Konto des Zahlungsbeteiligten', 'One;AT01', 'Two;NL02')).toEqual(two)
  expect(accounts('Date;Amount;Payee;Account number', 'One;AT01')).toEqual([['DE00TEST', 'AT01']])
  expect(accounts('Date;Amount;Payee;Account number', 'One;AT01', 'Shop;')).toEqual([two[0], ['DE00TEST', '']])
  expect(accounts('Date;Amount;Payee;Account', 'One;AT01', 'Two;AT01')).toEqual([
    ['AT01', ''],
    ['AT01', ''],
  ])
  expect(accounts('Date;Amount;Konto;Name;IBAN der Gegenpartei', 'AT01;One;NL02')).toEqual([['AT01', 'NL02']])
  expect(accounts('Date;Amount;IBAN;Text', 'AT01;One', 'AT01;Two')).toEqual([
    ['AT01', ''],
    ['AT01', ''],
  ])
})

test('two columns of amounts that differ are refused, and a currency beside the amount is its currency', () => {
  expect(refusal('Date,Amount (USD),Amount (EUR)\n2026-11-24,10.00,9.00\n')).toContain('two amounts that differ')
  expect(refusal("Date;Montant de l'opération;Devise;Montant\n2026-11-24;10,00;CHF;9,00\n")).toContain('two amounts that differ')
  expect(amountsOf('Date,Amount (USD),Amount\n2026-11-24,10.00,10.00\n')).toEqual([1_000])
  expect(movementsOf('Date,Transaction amount,Transaction currency\n2026-11-24,10.00,CHF\n')[0]).toMatchObject({ currency: 'CHF' })
  expect(movementsOf('Date,Amount,Original currency\n2026-11-24,10.00,CHF\n')[0]).toMatchObject({ currency: 'USD' })
})

test('balances that go up where money goes out refuse the file', () => {
  const file = (...rows: string[]) => `Date;Text;Amount;Balance\n${rows.map((row) => `2026-11-24;${row}\n`).join('')}`
  expect(refusal(file('a;10.00;110.00', 'b;20.00;90.00', 'c;5.00;85.00'))).toContain("The balances in 'Balance' go up where money goes out")
  expect(amountsOf(file('a;10.00;110.00', 'b;-20.00;90.00', 'c;-5.00;85.00'))).toEqual([1_000, -2_000, -500])
  expect(amountsOf(file('c;-5.00;85.00', 'b;-20.00;90.00', 'a;10.00;110.00'))).toEqual([-500, -2_000, 1_000])
  expect(amountsOf(file('a;10.00;110.00', 'b;20.00;500.00'))).toEqual([1_000, 2_000])
})

test('a sign behind the balance is not the sign of the amount', () => {
  const file = (titles: string, ...rows: string[]) => `Date;Text;${titles}\n${rows.map((row) => `2026-11-24;${row}\n`).join('')}`
  expect(refusal(file('Amount;Saldo;S/H', 'a;10,00;90,00;S', 'b;20,00;70,00;S'))).toContain('or of the balance beside it')
  expect(amountsOf(file('Amount;S/H;Saldo;S/H', 'a;10,00;H;90,00;S', 'b;20,00;S;110,00;S'))).toEqual([1_000, -2_000])
  expect(amountsOf(file('Amount;Saldo;S/H', 'a;10,00;90,00;S', 'b;-20,00;110,00;S'))).toEqual([1_000, -2_000])
})

test('the payer is the other side: who gives what comes in, and who receives what goes out', () => {
  const file = 'Date;Empfänger;Auftraggeber;Amount\n2026-11-24;Shop;Buyer;5.00\n2026-11-24;Energy;Shop;-5.00\n2026-11-24;Post;;5.00\n'
  expect(movementsOf(file).map(({ payer }) => payer)).toEqual(['Buyer', 'Energy', 'Post'])
})

test.each([
  ['Gebucht', 'nein', 'ja'],
  ['Pending', 'true', 'false'],
  ['Status', 'In progress', 'Completed'],
  ['Status', 'Blocked', 'Completed'],
])('a row with %s: %s is announced', (title, announced, booked) => {
  const file = `Date;Text;Amount;${title}\n2026-11-25;one;-1.00;${booked}\n2026-11-26;two;2.00;${announced}\n`
  expect(read(file).statements).toEqual([expect.objectContaining({ pending: 1, movements: [expect.objectContaining({ text: 'one' })] })])
})

test('a row that says nothing but that it is a sum is left out, also where it has a day and an amount', () => {
  const file = 'Date;Libellé;Débit;Crédit\n24/11/2026;VIR TOTAL O-000123;;10,00\n30/11/2026;TOTAL DES OPERATIONS;0,00;10,00\n'
  expect(read(file).statements[0]).toMatchObject({ leftOut: 1, movements: [{ amount: 1_000 }] })
})

test('true and false in a column that names a direction are refused, since amounts have no sign', () => {
  expect(refusal('Date,Text,Amount,Is credit\n2026-11-24,a,10.00,true\n2026-11-25,b,20.00,false\n')).toContain('neither credit nor debit')
})

test('the only IBAN before the titles is our account', () => {
  const accountOf = (start: string) => read(`${start}\nDate;Text;Amount\n2026-11-24;a;10.00\n`).statements[0]!.account
  expect(accountOf('IBAN:;CH93 0076 2011 6238 5295 7')).toBe('CH9300762011623852957')
  expect(accountOf('Account: CH9300762011623852957')).toBe('CH9300762011623852957')
  expect(accountOf('CH9300762011623852957;DE02120300000000202051')).toBe('DE00TEST')
})
