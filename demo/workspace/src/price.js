/** What a basket costs, in cents. From 5000 on there is a discount of ten percent. */
export function total(basket) {
  const sum = basket.reduce((all, { cents, count }) => all + cents * count, 0);
  return sum > 5000 ? Math.round(sum * 0.9) : sum;
}
