import { importTitles } from '#contract/parts/imports.ts'
import { importFields, type ImportField } from '#contract/parts/part-fields.ts'

/** Letters and digits of a title alone, without accents: 'Réf. article n° *' is 'refarticleno'. */
export const plainTitle = (title: string): string =>
  title
    .replaceAll('(x,y,z...)', '')
    .replaceAll('#', ' number ')
    .replaceAll('°', 'o')
    .replaceAll('€', 'eur')
    .replaceAll('£', 'gbp')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\d]/gu, '')

const OBJECT = '(?:our|items?|parts?|articles?|products?|materials?|catalog(?:ue)?|stock|order|variant|internal)'
const PICTURE = '(?:img|image|picture|photo|bild|foto|imagen|immagine|afbeelding)'
const WEIGHT = '(?:weight|gewicht|poids|peso)'

/**
 * Plain titles of each field as other shops, ERP systems and lists of distributors write them; those of the first pattern are the best. There is
 * none for what a part costs the seller, prices with tax or in another currency, weights not in grams, and barcodes.
 */
const titles: Partial<Record<ImportField, string[]>> = {
  partNumber: [
    `(?:custom)?sku|${OBJECT}(?:part)?(?:number|nbr|no|nr|sku|code|codesku)|skucode|${OBJECT}?reference(?:number|code|interne|article|produit)?|defaultcode|identifier|supplier(?:aid|pid)|` +
      'art(?:ikel)?(?:nummer|nr|no|code)|materialnummer|(?:sach|teile?|produkt|bestell)(?:nummer|nr)|interne(?:referenz|artikelnummer|referentie)|' +
      'code(?:article|produit|sku)|(?:ref|numero|no)article|ugs|referencia(?:interna)?|(?:codigo|numero)(?:de)?(?:articulo|producto|pieza|parte)|' +
      'codice(?:articolo|prodotto)|riferimento(?:interno)?|numero(?:articolo|parte)|onderdeelnummer|referentie',
    `(?:manufacture(?:rs?)?|manufact|mfr|mfg|oem)(?:part|item|article|product)?(?:number|no|nr|code|pn|aid|pid|sku)|mpn|pn|hersteller(?:artikel|teile)?(?:nummer|nr)|` +
      '(?:reference|ref|referencia)fabri(?:cant|cante)|codiceproduttore|fabrikant(?:code|nummer)|material|number|no|nr|code|ref|codigo|codice|numero|model(?:number|no)?',
    '(?:dk|digikey|mouser|supplier|vendor|lieferanten?)(?:part|artikel)?(?:number|no|nr|nummer|sku)',
    `(?:${OBJECT}|artikel|produkt)?id|id(?:product|produit|producto|prodotto|articolo)`,
  ],
  name: [
    '(?:parts?|item|product|article|material|display|productservice)?(?:name|title)|descriptionshort|(?:artikel|produkt|material|teile)?(?:bezeichnung|benennung)1?|' +
      '(?:artikel|produkt)name|(?:material|artikel)?kurztext|shorttext|kurzbezeichnung|titel|nom(?:(?:de)?larticle|(?:du)?produit)?|designation(?:article|produit)?|libelle(?:article|produit)?|' +
      'nombre(?:(?:del)?(?:producto|articulo))?|denominacion|titulo|nome(?:(?:del)?prodotto|articolo)?|denominazione|titolo|(?:product|artikel)?naam|benaming',
    'materialdescription',
  ],
  description: [
    '(?:long|part|item|product|article)?(?:description|details|text)|description(?:long|longue)|bodyhtml|(?:artikel|produkt|lang)?beschreibung|' +
      'langtext|descriptif|descripcion(?:larga)?|descrizione(?:lunga|articolo|prodotto)?|(?:product|artikel)?omschrijving',
    'salesdescription|descriptionsale|(?:short|part)description|kurzbeschreibung|summary|resume|descriptioncourte|descripcioncorta|descrizionebreve|korteomschrijving',
  ],
  price: [
    'variantprice|regularprice|price(?:taxexcluded|taxexcl|excltax|excludingtax|extax|withouttax|withoutvat|exclvat|exvat)|regularerpreis|' +
      'prix(?:devente)?ht|tarifregulier|precio(?:sinimpuestos|siniva|normal)|prezzo(?:tasseescluse|ivaesclusa|dilistinoivaesclusa)|prijsexclbtw',
    '(?:(?:sales)?unit|list|base|piece|sell|selling|sales|net|catalog(?:ue)?)?price(?:amount|rate)?|(?:std)?(?:netto)?vk|(?:stuck|einzel|verkaufs|vk|netto|listen)?preis|' +
      'prix(?:unitaire|devente|catalogue)?|precio(?:unitario|deventa|neto|delista)?|' +
      'prezzo(?:unitario|divendita|netto|dilistino)?|(?:verkoop|stuk|eenheids|netto)?prijs',
    'saleprice|retailprice|angebotspreis|tarifpromo',
  ],
  priceBreaks: ['(?:price|quantity|volume)?(?:breaks?|ladder|tiers?)|staffel(?:preise)?'],
  leadDays: [
    'lead(?:time|days)?(?:in)?(?:days|workingdays)?|delivery(?:time|days)|lieferzeit(?:intagen|tage)?|delaidelivraison|plazodeentrega|tempodiconsegna|levertijd',
  ],
  available: [
    'variantinventoryqty|(?:qty|quantity)(?:onhand|available|instock)|qoh|(?:available|units)(?:in)?(?:qty|quantity|stock)|(?:qty|quantity)?onhand(?:qty|quantity|current)?|(?:on|available|free|current)?(?:stock|inventory)(?:qty|quantity|level|onhand|available)?|' +
      'unrestricted(?:use)?(?:stock)?|(?:lager|waren)?bestand(?:frei|smenge)?|(?:freier|verfugbarer)(?:lager)?bestand|frei(?:verwendbar)?|lager(?:menge)?|verfugbaremenge|' +
      'stock(?:disponible|actuel|actual|reel|fisico)|quantite(?:en|de)?(?:stock|disponible)|existencias?|cantidad(?:enstock|amano|disponible)|giacenza|(?:quantita|qta)disponibile|scorte?|' +
      'voorraad(?:aantal)?|(?:aantal|hoeveelheid)opvoorraad|beschikbare(?:voorraad|hoeveelheid)',
    'instock|availab(?:le|ility)|verfugbar|vorratig|auflager|enstock|disponible|enexistencia|disponibil[ei]|disponibilita|opvoorraad|beschikbaar',
    'qty|quantity|pieces|menge|stuck(?:zahl)?|quantite|qte|cantidad|quantita|qta|aantal|hoeveelheid',
  ],
  img: [
    `(?:main|base|product|primary|haupt|produkt|artikel)?${PICTURE}(?:url|src|file|name|filename|address|link|principale?)?1?|hostedimageurls|mimesource|` +
      '(?:images?|images?urls?|imageurls|bild(?:er)?(?:url|datei)s?|urldesimages)|bilder|photos|pictures|imagenes|immagini|afbeeldingen',
    'variantimage(?:url)?|smallimage|thumbnail(?:image)?',
  ],
  pictureText: [`(?:base)?${PICTURE}(?:text|alt|alttexts?|label|caption|beschreibung)|alt(?:text)?|mimealt`, 'mimedescr'],
  pictures: ['(?:further|more|other|additional|gallery|weitere)(?:images|pictures|photos|bilder)'],
  substitutes: ['substitutes?|alternatives?|replacements?|ersatz(?:teile|artikel)?|alternativen'],
  accessories: ['accessory|accessories|zubehor'],
  category: [
    '(?:product|part|item)?(?:category|categories|group)|categoryname|cataloggroupname|materialgroup|(?:produkt)?kategorien?|(?:waren|artikel|produkt|material)gruppe|' +
      'categories?(?:deproduits?|produits?)?|categorias?(?:deproductos?)?|categori[ae](?:prodotti|prodotto)?|product(?:categorie|groep)|categorieen',
    'family|famille|familia|famiglia',
  ],
  attributes: ['attributes|parameters|properties|specs|specifications|merkmale'],
  weight: [
    `(?:unit|net|piece|item|netto|stuck|variant)?${WEIGHT}(?:value)?(?:in)?(?:g|gr|gramm?s?|grammes|gramos|grammi)|(?:variant)?grams|gramm`,
  ],
  origin: [
    'country(?:oforigin|ofmanufacture)?|origin(?:country)?|coo|madein|(?:ursprungs|herkunfts|hersteller)land|ursprung|herkunft|(?:pays)?d?origine|(?:paisde)?origen|' +
      'paese(?:di|d)?origine|landvan(?:herkomst|oorsprong)|herkomst',
  ],
  customsCode: [
    'customs(?:code|tariffnumber|number)|hs(?:code|tariffnumber)?|hts(?:us)?(?:code)?|harmoni[sz]edsystemcode|tariff(?:code|number)|commoditycode|intrastat(?:code)?|' +
      'zolltarif(?:nummer|nr)|(?:statistische)?waren(?:tarif)?nummer|taric(?:code)?|code(?:douanier|sh)|codigoarancelario|partidaarancelaria|codicedoganale|goederencode',
  ],
  minimumOrder: [
    '(?:min|minimum|minimal)(?:order)?(?:quantity|qty)?|moq|mincartqty|quantitymin|mindest(?:bestell|abnahme)?menge|quantitemin(?:imale|imum)?|cantidadminima|' +
      'quantitaminima|minimale(?:afname|bestelhoeveelheid)',
  ],
  orderStep: ['(?:order)?(?:step|multiple|increment)|qtyincrements|quantityinterval'],
  madeMonthly: ['(?:made|production|capacity|kapazitat)(?:per|a|pro|je)?(?:month|monat)'],
  packName: ['packname'],
  packPieces: ['(?:pieces|pcs|qty|quantity)perpack|pack(?:size|qty|quantity)'],
  samplePieces: ['samplepieces'],
  samplePrice: ['sampleprice(?:usd)?'],
  smallPrices: ['smallprices|prices(?:of|for)few(?:er)?'],
  lowStockBelow: [
    'lowstock(?:below|level|amount|threshold)?|notifyonstockbelow|reorder(?:point|level)|(?:melde|mindest)bestand|stock(?:minimum|minimo)|scortaminima',
  ],
  removed: ['hidden|discontinued|removed|ausgeblendet'],
}

/** A title may name a field; the one with the lowest rank does. */
export type Candidate = { field: ImportField; rank: number }

/** Titles of the stock with this rank may also ask whether there is any. */
export const RANK_OF_ANSWERS = 2

const own = new Map(importFields.map((field) => [plainTitle(importTitles[field]), { field, rank: 0 }]))
/** In the calls of the shop. A weight without its unit is not grams everywhere. */
const keys = new Map<string, Candidate>(importFields.filter((field) => field !== 'weight').map((field) => [field, { field, rank: 1 }]))
/** What may follow the titles of a field. */
const endings: Partial<Record<ImportField, string>> = {
  price:
    '(?:netto?|ht|each|per(?:unit|piece|pc)|(?:pro|je)?st(?:k|uck)|ex[ck]l(?:uding|usive)?(?:tax|vat|btw|mwst)|ohnemwst|zzglmwst|sin(?:iva|impuestos))?(?:in)?(?:usd)?',
  available: '(?:in)?(?:pcs|pieces|units|st(?:k|uck|uks)|gesamt|total|aktuell|attuale)?',
  origin: '(?:iso2?|code)?',
}

const known = importFields.flatMap((field) =>
  (titles[field] ?? []).map((rank, index) => ({ field, rank: index + 1, title: new RegExp(`^(?:${rank})${endings[field] ?? ''}$`) })),
)
/** Of a language, as product data systems write it: 'name-en_US', 'description-de_DE-print'. */
const LANGUAGE = /^([^-]*)-([a-z]{2})_[A-Z]{2}(?:-|$)/
const OTHER_LANGUAGE = 10

const PRICED_PIECES =
  /^(?:pric(?:e|ing|ed)(?:quantity|qty|units?|uom|per|for|basis|factor|basequantity)|preis(?:einheit|menge|basis|faktor|je|pro|pe)|per|je|pro|pe|unitedeprix|prixpar|unidaddeprecio|preciopor|unitadiprezzo|prezzoper|prijs(?:eenheid|per))$/
/** Words for several pieces. `C` and `M` are hundred and thousand in price lists. */
const SEVERAL = /^[cm]$|\b(?:dozen|hundred|thousand|dutzend|hundert|tausend|tsd)\b/i
const CURRENCY =
  /^(?:price)?(?:(?:iso)?currency(?:code|iso)?|curr?|ccy|wa?e?hrung(?:scode)?|wa?e?hrg|devise|monnaie|moneda|divisa|valuta|munt|waluta|moeda)$/

/** Whether cells of this column say that a price is not in dollars for one piece. */
export function doubtsPrice(title: string): ((cell: string) => boolean) | undefined {
  const plain = plainTitle(title)
  if (PRICED_PIECES.test(plain)) {
    return (cell) => {
      const pieces = /\d[\d.,]*/.exec(cell)?.[0]
      // Three zeros may also be a thousand.
      return pieces === undefined ? SEVERAL.test(cell) : !/^1(?:[.,]0{1,2}|[.,]0{4,})?$/.test(pieces)
    }
  }
  if (CURRENCY.test(plain)) return (cell) => cell !== '' && !/^(?:usd?|us ?\$|\$|us[- ]?dollars?|dollars?)$/i.test(cell)
  return undefined
}

export function fieldOfTitle(title: string): Candidate | undefined {
  const [, base = title.trim(), language = 'en'] = LANGUAGE.exec(title.trim()) ?? []
  const plain = plainTitle(base)
  const found = plain === '' ? undefined : (own.get(plain) ?? keys.get(base) ?? known.find((one) => one.title.test(plain)))
  return found && { field: found.field, rank: found.rank + (language === 'en' ? 0 : OTHER_LANGUAGE) }
}
