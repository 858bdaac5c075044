import { freightCentsOf, type InvoiceData, type InvoiceLine, type InvoiceParty, type InvoiceTax } from '#contract/payments/invoices.ts'
import {
  amount,
  buyerReference,
  EMAIL_SCHEME,
  FREIGHT,
  lineNote,
  meansCode,
  namesVatIds,
  notes,
  paymentTerms,
  percent,
  PIECE,
  price,
  sellerId,
  typeCode,
} from './facts.ts'
import { element, writeXml, type Element } from './xml.ts'

const NAMESPACES = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
}
/** BT-24: Factur-X and ZUGFeRD 2, profile EN 16931. */
const GUIDELINE = 'urn:cen.eu:en16931:2017'

type Some = Element | undefined

const ram = (name: string, content: string | undefined | Some[], attributes?: Record<string, string>) =>
  element(`ram:${name}`, content, attributes)

const digitsOf = (day: string) => day.replaceAll('-', '')
const time = (name: string, day: string | undefined) => ram(name, [element('udt:DateTimeString', day && digitsOf(day), { format: '102' })])

/** An invoice or a credit note as Cross Industry Invoice (UN/CEFACT D16B), which is embedded in the PDF. The order of elements is the schema's. */
export function writeCii(data: InvoiceData): string {
  return writeXml(
    element(
      'rsm:CrossIndustryInvoice',
      [
        element('rsm:ExchangedDocumentContext', [ram('GuidelineSpecifiedDocumentContextParameter', [ram('ID', GUIDELINE)])]),
        element('rsm:ExchangedDocument', [
          ram('ID', data.number),
          ram('TypeCode', typeCode(data)),
          time('IssueDateTime', data.issuedOn),
          ...notes(data).map((note) => ram('IncludedNote', [ram('Content', note)])),
        ]),
        element('rsm:SupplyChainTradeTransaction', [
          ...data.lines.map((line, index) => lineOf(line, index + 1)),
          agreement(data),
          delivery(data),
          settlement(data),
        ]),
      ],
      NAMESPACES,
    ),
  )
}

function lineOf(line: InvoiceLine, number: number): Some {
  return ram('IncludedSupplyChainTradeLineItem', [
    ram('AssociatedDocumentLineDocument', [ram('LineID', String(number)), ram('IncludedNote', [ram('Content', lineNote(line))])]),
    ram('SpecifiedTradeProduct', [ram('SellerAssignedID', line.partNumber), ram('Name', line.name)]),
    ram('SpecifiedLineTradeAgreement', [ram('NetPriceProductTradePrice', [ram('ChargeAmount', price(line.unitPrice))])]),
    ram('SpecifiedLineTradeDelivery', [ram('BilledQuantity', String(line.pieces), { unitCode: PIECE })]),
    ram('SpecifiedLineTradeSettlement', [
      ram('ApplicableTradeTax', [ram('TypeCode', 'VAT'), ram('CategoryCode', line.category), ram('RateApplicablePercent', percent(line))]),
      ram('SpecifiedTradeSettlementLineMonetarySummation', [ram('LineTotalAmount', amount(line.netCents))]),
    ]),
  ])
}

function agreement(data: InvoiceData): Some {
  const reference = buyerReference(data)
  const withVatIds = namesVatIds(data)
  return ram('ApplicableHeaderTradeAgreement', [
    ram('BuyerReference', reference),
    ram('SellerTradeParty', partyOf(data.seller, withVatIds, sellerId(data.seller, withVatIds))),
    ram('BuyerTradeParty', partyOf(data.buyer, withVatIds)),
    ram('SellerOrderReferencedDocument', [ram('IssuerAssignedID', data.lines[0]?.orderNumber)]),
    ram('BuyerOrderReferencedDocument', [ram('IssuerAssignedID', reference)]),
  ])
}

function partyOf(party: InvoiceParty, withVatIds: boolean, id?: string): Some[] {
  return [
    ram('ID', id),
    ram('Name', party.name),
    ram('SpecifiedLegalOrganization', [ram('ID', party.registration)]),
    ram('DefinedTradeContact', [
      ram('PersonName', party.contact ?? party.name),
      ram('TelephoneUniversalCommunication', [ram('CompleteNumber', party.phone)]),
      ram('EmailURIUniversalCommunication', [ram('URIID', party.email)]),
    ]),
    addressOf(party),
    ram('URIUniversalCommunication', [ram('URIID', party.email, { schemeID: EMAIL_SCHEME })]),
    ram('SpecifiedTaxRegistration', [ram('ID', withVatIds ? party.vatId : undefined, { schemeID: 'VA' })]),
    ram('SpecifiedTaxRegistration', [ram('ID', party.taxNumber, { schemeID: 'FC' })]),
  ]
}

function addressOf({
  lines,
  city,
  state,
  postalCode,
  country,
}: Pick<InvoiceParty, 'lines' | 'city' | 'state' | 'postalCode' | 'country'>): Some {
  return ram('PostalTradeAddress', [
    ram('PostcodeCode', postalCode),
    ram('LineOne', lines[0]),
    ram('LineTwo', lines[1]),
    ram('LineThree', lines[2]),
    ram('CityName', city),
    ram('CountryID', country),
    ram('CountrySubDivisionName', state),
  ])
}

function delivery({ delivery: place }: InvoiceData): Some {
  const content = [
    ram('ShipToTradeParty', [ram('Name', place.name), addressOf(place)]),
    ram('ActualDeliverySupplyChainEvent', [time('OccurrenceDateTime', place.on)]),
    ram('DespatchAdviceReferencedDocument', [ram('IssuerAssignedID', place.note)]),
  ]
  return ram('ApplicableHeaderTradeDelivery', content)
}

function settlement(data: InvoiceData): Some {
  const { payment, seller, taxCurrency, currency, credited } = data
  const freightCents = freightCentsOf(data)
  const byTransfer = payment.means !== 'card'
  return ram('ApplicableHeaderTradeSettlement', [
    ram('PaymentReference', data.number),
    ram('TaxCurrencyCode', taxCurrency?.currency),
    ram('InvoiceCurrencyCode', currency),
    ram('SpecifiedTradeSettlementPaymentMeans', [
      ram('TypeCode', meansCode(payment, seller.iban)),
      ...(byTransfer
        ? [
            ram('PayeePartyCreditorFinancialAccount', [ram('IBANID', seller.iban), ram('AccountName', seller.iban && seller.name)]),
            ram('PayeeSpecifiedCreditorFinancialInstitution', [ram('BICID', seller.iban && seller.bic)]),
          ]
        : []),
    ]),
    ...data.taxes.map((tax) =>
      ram('ApplicableTradeTax', [
        ram('CalculatedAmount', amount(tax.taxCents)),
        ram('TypeCode', 'VAT'),
        ram('ExemptionReason', tax.reason),
        ram('BasisAmount', amount(tax.netCents)),
        ram('CategoryCode', tax.category),
        ram('ExemptionReasonCode', tax.vatex),
        ram('RateApplicablePercent', percent(tax)),
      ]),
    ),
    ram('BillingSpecifiedPeriod', [time('StartDateTime', data.period.from), time('EndDateTime', data.period.to)]),
    ...data.taxes.map(freightCharge),
    ram('SpecifiedTradePaymentTerms', [ram('Description', paymentTerms(data)), time('DueDateDateTime', payment.dueOn)]),
    ram('SpecifiedTradeSettlementHeaderMonetarySummation', [
      ram('LineTotalAmount', amount(data.netCents - freightCents)),
      ram('ChargeTotalAmount', freightCents === 0 ? undefined : amount(freightCents)),
      ram('TaxBasisTotalAmount', amount(data.netCents)),
      ram('TaxTotalAmount', amount(data.taxCents), { currencyID: currency }),
      ram('TaxTotalAmount', taxCurrency && amount(taxCurrency.taxCents), { currencyID: taxCurrency?.currency ?? '' }),
      ram('RoundingAmount', data.roundingCents === undefined ? undefined : amount(data.roundingCents)),
      ram('GrandTotalAmount', amount(data.grossCents)),
      ram('TotalPrepaidAmount', amount(data.paidCents)),
      ram('DuePayableAmount', amount(data.grossCents + (data.roundingCents ?? 0) - data.paidCents)),
    ]),
    ram('InvoiceReferencedDocument', [
      ram('IssuerAssignedID', credited?.number),
      ram('FormattedIssueDateTime', [element('qdt:DateTimeString', credited && digitsOf(credited.issuedOn), { format: '102' })]),
    ]),
  ])
}

/** BG-21: the freight of one category and rate. */
function freightCharge({ category, rateBp, freightCents }: InvoiceTax): Some {
  if (!freightCents) return undefined
  return ram('SpecifiedTradeAllowanceCharge', [
    ram('ChargeIndicator', [element('udt:Indicator', 'true')]),
    ram('ActualAmount', amount(freightCents)),
    ram('ReasonCode', FREIGHT.code),
    ram('Reason', FREIGHT.reason),
    ram('CategoryTradeTax', [
      ram('TypeCode', 'VAT'),
      ram('CategoryCode', category),
      ram('RateApplicablePercent', percent({ category, rateBp })),
    ]),
  ])
}
