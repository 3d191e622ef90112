// The heights of rows, most of them estimated, of which a window is drawn.

/** Heights of many rows: each can be changed, and the row at a place found, in logarithmic time. */
export class Heights {
  /**
   * @param {number} count
   * @param {number} estimate
   */
  constructor(count, estimate) {
    this.count = count;
    this.estimate = estimate;
    this.heights = new Float64Array(count).fill(estimate);
    // A Fenwick tree of the differences from the estimate.
    this.tree = new Float64Array(count + 1);
  }

  get total() {
    return this.top(this.count);
  }

  /** @param {number} index */
  height(index) {
    return this.heights[index];
  }

  /**
   * Sets a height, and returns by how much it changed.
   * @param {number} index
   * @param {number} height
   */
  set(index, height) {
    const change = height - this.heights[index];
    if (change === 0) return 0;
    this.heights[index] = height;
    for (let place = index + 1; place <= this.count; place += place & -place) this.tree[place] += change;
    return change;
  }

  /**
   * Where a row begins.
   * @param {number} index
   */
  top(index) {
    let sum = index * this.estimate;
    for (let place = index; place > 0; place -= place & -place) sum += this.tree[place];
    return sum;
  }

  /**
   * The row at a place; the first or last if the place is outside.
   * @param {number} y
   */
  at(y) {
    let index = 0;
    let rest = y;
    for (let step = 2 ** Math.floor(Math.log2(this.count || 1)); step >= 1; step /= 2) {
      if (index + step > this.count) continue;
      const size = step * this.estimate + this.tree[index + step];
      if (size <= rest) {
        index += step;
        rest -= size;
      }
    }
    return Math.max(0, Math.min(index, this.count - 1));
  }
}
